"""How requests are answered, and how phones are told of news.

- `serving`: waitress, set up for one house; it hands the sockets of streams over to `live`
- `lanes`: which thread answers what: taps the one that has read them
- `loop`: waitress's main loop, which asks only those with whom something goes on, and answers what is quick
- `garbage`: how seldom it is looked for
- `live`: the line down to the phones, also where gunicorn answers (`web/hosted`)
- `network`: this machine's addresses, as phones can reach them
- `turns`: what takes a core for seconds is done so many at a time
"""
