; A cartridge for tests of saved states: between the upper and the lower lines of a frame it computes, for so long in an
; eighth of the frames that the emulator shows an unfinished one and goes on with it in the next. The joystick decides
; colours and times. The score stays 0 : 0.
;   dasm slow.asm -f3 -oslow.bin
        processor 6502
VSYNC   = $00
VBLANK  = $01
WSYNC   = $02
COLUBK  = $09
SWCHA   = $280
COUNT   = $F0
MIXED   = $F1
COLOUR  = $F2

        org $F000
start   sei
        cld
        ldx #$ff
        txs
        inx
        txa
clear   sta $00,x
        inx
        bne clear

frame   lda #2
        sta VBLANK
        sta VSYNC
        sta WSYNC
        sta WSYNC
        sta WSYNC
        lda #0
        sta VSYNC
        inc COUNT
        lda SWCHA
        eor MIXED               ; all that was pressed so far
        asl
        adc COUNT
        sta MIXED
        sta COLOUR
        ldx #30
blank   sta WSYNC
        dex
        bne blank
        lda #0
        sta VBLANK
        ldy #60
upper   sta WSYNC
        inc COLOUR
        lda COLOUR
        sta COLUBK
        dey
        bne upper
        lda COUNT
        bpl done                ; by the first frames ALE judges how high the screen is
        lda MIXED
        and #$3f
        ora #1
        tay                     ; 1 .. 63 times 515 instructions, and an act lasts 25,000 at most
outer   ldx #0
inner   dex
        bne inner
        dey
        bne outer
done    ldy #60
lower   sta WSYNC
        inc COLOUR
        lda COLOUR
        sta COLUBK
        dey
        bne lower
        jmp frame

        org $FFFC
        .word start
        .word start
