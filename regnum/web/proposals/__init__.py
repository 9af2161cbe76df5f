"""Proposals to the other people at a table, such as a pause: making, answering and describing them.

`ProposalService` in `service` makes and answers them. `kinds` reads each kind from a form and describes it, and `view`
shows the open proposal. `tables/proposal_rules.py` decides whether people agree, and carries a proposal out: it is in a
lower slice because every move of a table needs it, for the time of the table's next check.
"""
