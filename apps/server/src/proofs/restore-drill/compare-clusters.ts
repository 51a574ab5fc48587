import { connect, differingTables, hashTables } from '#features/backups/table-hashes.ts'

/**
 * What the source writes after the snapshot (the backup's own row, sessions, heartbeats, jobs), and what a restore writes
 * on purpose to silence the copy.
 */
const MAY_DIFFER = [
  'graphile_worker._private_jobs',
  'graphile_worker._private_known_crontabs',
  'public.canaries',
  'public.error_groups',
  'public.error_minutes',
  'public.incidents',
  'public.job_runs',
  'public.operations',
  'public.restored_copies',
  'public.sessions',
  'public.settings',
  'public.worker_heartbeats',
]

const hashOf = async (url: string) => {
  const client = await connect(url)
  try {
    return await hashTables(client)
  } finally {
    await client.end()
  }
}

/** In addition to the comparison of every restore, hashes both databases as they are now. */
export const compareClusters = async (sourceUrl: string, targetUrl: string, say: (line: string) => void) => {
  const [source, target] = await Promise.all([hashOf(sourceUrl), hashOf(targetUrl)])
  const differing = differingTables(source, target)
  const unexpected = differing.filter((name) => !MAY_DIFFER.includes(name))
  const equal = Object.entries(target).filter(([name]) => !differing.includes(name))
  const rows = equal.reduce((sum, [, table]) => sum + table.rows, 0)
  say(`${equal.length} tables with ${rows} rows are equal in both clusters; ${differing.join(', ')} went on`)
  if (unexpected.length > 0) throw new Error(`These tables differ: ${unexpected.join(', ')}`)
}
