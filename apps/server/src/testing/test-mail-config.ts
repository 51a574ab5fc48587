import { inject } from 'vitest'
import { readConfig } from '#config.ts'

export const testMailConfig = () => readConfig(inject('environment')).mail
