import { restoreDatabase } from '#gateways/pg-tools.ts'
import { connect, hashTables } from './table-hashes.ts'

const nameOf = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1))

export const withName = (url: string, name: string) => {
  const next = new URL(url)
  next.pathname = `/${encodeURIComponent(name)}`
  return next.href
}

/** One name per backup, so that a killed check finds its own database again. */
const scratchName = (url: string, id: string) => `${nameOf(url)}_check_${id.replaceAll('-', '_')}`

export const dropScratch = async (url: string, id: string) => {
  const client = await connect(url)
  try {
    await client.query(`drop database if exists ${client.escapeIdentifier(scratchName(url, id))} with (force)`)
  } finally {
    await client.end()
  }
}

/** Restores a dump into a database of its own, hashes its tables and drops it again. */
export const hashRestored = async (url: string, id: string, dump: AsyncIterable<Buffer>, signal: AbortSignal) => {
  const name = scratchName(url, id)
  await dropScratch(url, id)
  const client = await connect(url)
  try {
    await client.query(`create database ${client.escapeIdentifier(name)} template template0`)
  } finally {
    await client.end()
  }
  try {
    await restoreDatabase(withName(url, name), dump, signal)
    const restored = await connect(withName(url, name))
    try {
      return await hashTables(restored, signal)
    } finally {
      await restored.end()
    }
  } finally {
    await dropScratch(url, id)
  }
}
