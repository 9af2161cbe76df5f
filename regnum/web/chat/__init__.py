"""Chat at tables: messages, reactions, mutes and private notes.

`ChatService` in `service` checks and stores them. `ChatFeed` in `view` sends an open page what its seat may read.
"""
