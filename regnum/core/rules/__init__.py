"""The building blocks of rules: actions, steps, states, options, chance, the log's notes and regions."""
