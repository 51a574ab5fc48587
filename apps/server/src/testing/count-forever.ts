/** Counts visits in its own process until it is killed. */
import { openDatabase } from '@slipstream/db/client'
import { countVisits } from '#features/visits/count-visits.service.ts'

const { db } = openDatabase({
  url: process.env.DATABASE_URL ?? '',
  applicationName: 'slipstream-counting',
  maxConnections: 1,
  onIdleError: () => {},
})
process.stdout.write('counting\n')
for (;;) await countVisits(db, new AbortController().signal)
