/** Writes docs/openapi.json from the contract. A test fails when it is out of date. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openApiDocument } from '#openapi.ts'

const FILE = path.resolve(import.meta.dirname, '../../../../docs/openapi.json')

await writeFile(FILE, await openApiDocument())
console.log('docs/openapi.json written')
