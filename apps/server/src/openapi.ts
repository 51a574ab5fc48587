import { buildDetachedApp } from '#detached-app.ts'

/** The API document of the mounted routes. Nothing is connected: mounting a route calls none of the services. */
export const openApiDocument = async (): Promise<string> => {
  const app = await buildDetachedApp()
  await app.ready()
  const document = JSON.stringify(app.swagger(), null, 2)
  await app.close()
  return `${document}\n`
}
