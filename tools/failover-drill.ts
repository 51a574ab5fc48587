/**
 * npm run drill:failover [-- --per-second 20 --seconds 30]: kills the leader of two PostgreSQLs while the store takes orders.
 * See docs/runbooks/failover.md. Needs npm run build, patroni, etcd-server and haproxy.
 */
import { runDrill } from './bench/run-drill.ts'

await runDrill('failover-drill', async () => ({}))
