import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: './packages/db/src/tables/index.ts',
  out: './packages/db/migrations',
})
