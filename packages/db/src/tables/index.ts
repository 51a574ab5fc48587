export * from './settings.ts'
export * from './team.ts'
export * from './workers.ts'
