# A document in another encoding appears and grows; it is neither hidden nor repaired.
#: before
printf 'seed\n' > seed.md
#: while it watches
printf 'caf\351 au lait\n' > menu.txt
#: told
created menu.txt
#: while it watches
printf 'th\351\n' >> menu.txt
#: told
changed menu.txt
#: there
seed.md: seed\n
menu.txt: caf\351 au lait\nth\351\n
