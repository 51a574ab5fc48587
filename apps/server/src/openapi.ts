import { buildDetachedApp } from '#detached-app.ts'

/** The API document of the mounted routes. Nothing is connected, because mounting a route calls no service. */
export const openApiDocument = async (): Promise<string> => {
  const app = await buildDetachedApp()
  await app.ready()
  const document = JSON.stringify(app.swagger(), null, 2)
  await app.close()
  return `${document}\n`
}
