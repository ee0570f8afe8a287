class Corridor:  # of plain Python: needs no package; a gymnasium.Env will do as well
    observation_space = {"shape": [1], "low": 0, "high": 1}
    action_space = {"n": 2}

    def reset(self, seed=None, options=None):
        self.cell, self.steps = seed % 5, 0  # all chance comes from the seed
        return [self.cell / 9], {}

    def step(self, action):
        self.cell = max(0, self.cell + (1 if action == 1 else -1))
        self.steps += 1
        end = self.cell == 9
        return [self.cell / 9], 1.0 if end else -0.01, end, self.steps == 100, {}
