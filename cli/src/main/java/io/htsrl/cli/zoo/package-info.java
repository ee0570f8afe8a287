/**
 * The zoo: results that can be made again to the bit. {@link io.htsrl.cli.zoo.ZooCommand} is {@code hts zoo};
 * {@link io.htsrl.cli.zoo.ZooCatalogue} finds a {@link io.htsrl.cli.zoo.ZooEntry}, which unpacks into a run directory
 * for every other command; {@link io.htsrl.cli.zoo.ZooAddCommand} makes one of finished runs by
 * {@link io.htsrl.cli.zoo.ZooAddCommand.EntryBuilder}. The verification suite adds {@code reproduce} and {@code check}.
 */
package io.htsrl.cli.zoo;
