/** Writes a mod for experiments. Run: node make-mod.ts <mod.zip> [megabytes] [vehicles] [configurations] */
import { writeMod } from './generated-mod.ts'

const [, , path = 'mod.zip', megabytes = '600', vehicles = '3', configurations = '36'] = process.argv
await writeMod(path, {
  bytes: Number(megabytes) * 1e6,
  vehicles: Number(vehicles),
  configurations: Number(configurations),
})
