import type { FastifyInstance } from 'fastify'
import { doctorApi } from '@slipstream/contract/doctor'
import { mount } from '#lib/http/mount.ts'
import { type DoctorParts, examine } from './all-checks.ts'

export const doctorRoutes = (app: FastifyInstance, parts: DoctorParts) => {
  mount(app, doctorApi.checks, async () => ({ checks: await examine(parts) }))
}
