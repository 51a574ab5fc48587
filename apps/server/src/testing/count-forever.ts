/** Counts visits or sales in its own process until it is killed. */
import { openDatabase } from '@slipstream/db/client'
import { countSales } from '#features/analytics/count-sales.service.ts'
import { countVisits } from '#features/visits/count-visits.service.ts'

const { db } = openDatabase({
  url: process.env.DATABASE_URL ?? '',
  applicationName: 'slipstream-counting',
  maxConnections: 1,
  onIdleError: () => {},
})
const count = process.argv[2] === 'sales' ? countSales : countVisits
process.stdout.write('counting\n')
for (;;) await count(db, new AbortController().signal)
