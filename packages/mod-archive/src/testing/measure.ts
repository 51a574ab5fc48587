/** Measures what reading a mod costs, in its own process. Run: node measure.ts <mod.zip> [--integrity] */
import { readFileSync } from 'node:fs'
import { checkIntegrity } from '../integrity.ts'
import { listArchive } from '../listing.ts'
import { readReport } from '../report.ts'
import { openFile } from '../source.ts'
import { countedSource } from './counted-source.ts'

/** On Linux maxRSS includes the memory of the parent, whose copy a process is until it loads its own program. */
const peakKilobytes = () => {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
}

const [, , path = '', mode] = process.argv
const file = await openFile(path)
const source = countedSource(file)
const began = performance.now()
const listing = await listArchive(source)
const listed = { ...source.count }
const report = await readReport(source, listing)
const reported = { ...source.count }
const reportMs = performance.now() - began
const problems = mode === '--integrity' ? await checkIntegrity(source, listing) : []
await file.close()

console.log(
  JSON.stringify({
    size: source.size,
    entries: listing.entries.length,
    verdict: report.verdict,
    vehicles: report.vehicles.length,
    configurations: report.vehicles.flatMap(({ configurations }) => configurations).length,
    listing: { reads: listed.reads, bytes: listed.bytes },
    report: { reads: reported.reads, bytes: reported.bytes, mostAtOnce: reported.mostAtOnce },
    reportMs: Math.round(reportMs),
    integrityMs: Math.round(performance.now() - began - reportMs),
    problems: problems.length,
    peakMemoryMb: Math.round(peakKilobytes() / 1024),
  }),
)
