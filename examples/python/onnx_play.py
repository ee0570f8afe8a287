"""Plays a policy that 'hts export' has written: python onnx_play.py policy.onnx"""
import sys
import gymnasium
import numpy as np
import onnxruntime

policy = onnxruntime.InferenceSession(sys.argv[1])
env = gymnasium.make(policy.get_modelmeta().custom_metadata_map["env"].removeprefix("gym:"))
dtype = {"tensor(float)": np.float32, "tensor(uint8)": np.uint8}[policy.get_inputs()[0].type]
for episode in range(10):
    observation, done, total = env.reset(seed=episode)[0], False, 0
    while not done:
        action = policy.run(["action"], {"observation": np.asarray(observation, dtype)[np.newaxis]})[0][0]
        observation, reward, terminated, truncated, _ = env.step(action)
        done, total = terminated or truncated, total + reward
    print(total)
