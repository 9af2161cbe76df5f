"""What a rule needs: actions, steps, states, options, chance, the log's notes and regions."""
