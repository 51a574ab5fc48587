import { environment } from '../environment.ts'
import { servicesStatus, startServices, stopServices } from './all-services.ts'
import { freePortBase } from './free-port-base.ts'
import { type Places, readPlaces, serviceEnvironment } from './places.ts'

const USAGE = `npm run services -- COMMAND
  up      start PostgreSQL, Redis, S3, the mailbox and the emulators
  down    stop them
  status  show their state; exit code 0 only if all are healthy
  env     print their addresses as "export" lines for a shell
  ports   print the base of a free block of ports (for SLIPSTREAM_PORT_BASE)`

const up = async (places: Places) => {
  await startServices(places, (name, milliseconds) => {
    console.log(`${name.padEnd(9)} ready after ${seconds(milliseconds)}`)
  })
}

const down = (places: Places) => stopServices(places)

const status = async (places: Places) => {
  const services = await servicesStatus(places)
  for (const { name, state, address, pids } of services) {
    console.log([name.padEnd(9), state.padEnd(10), address.padEnd(40), pids.join(' ')].join(' ').trimEnd())
  }
  if (services.some(({ state }) => state !== 'healthy')) process.exitCode = 1
}

const env = async (places: Places) => {
  for (const [name, value] of Object.entries(serviceEnvironment(places))) console.log(`export ${name}='${value}'`)
}

const ports = async () => console.log(await freePortBase())

const seconds = (milliseconds: number) =>
  new Intl.NumberFormat('en', { style: 'unit', unit: 'second', maximumFractionDigits: 1 }).format(milliseconds / 1000)

const COMMANDS = new Map<string, (places: Places) => Promise<void>>([
  ['up', up],
  ['down', down],
  ['status', status],
  ['env', env],
  ['ports', ports],
])

const command = COMMANDS.get(process.argv[2] ?? '')
try {
  if (command) await command(readPlaces(environment()))
  else {
    console.error(USAGE)
    process.exitCode = 2
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
