import swagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { scriptHash } from '#lib/http/page-policy.ts'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { UsdPrice } from '@slipstream/contract/usd-price'
import { namedSchemas, withoutUnusedSchemas } from './named-schemas.ts'

const describe = ({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: Record<string, unknown> }) => {
  // Internally a price is whole cents; the document shows what is sent.
  if (zodSchema === UsdPrice) Object.assign(jsonSchema, { type: 'number', minimum: 0, description: 'US dollars' })
  // Zod's pattern is 300 characters long and says no more than the format.
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
}

/** Registered before the routes, because it collects them as they are mounted. */
export const registerApiDocument = async (app: FastifyInstance) => {
  const options = { schemaRegistry: await namedSchemas(), zodToJsonConfig: { override: describe } }
  const addSchemas = createJsonSchemaTransformObject(options)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Slipstream API',
        version: '1',
        description: 'The API of the store, generated from its contract.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    // OpenAPI 3.1 supports const.
    convertConstToEnum: false,
    transform: createJsonSchemaTransform(options),
    transformObject: (document) => withoutUnusedSchemas(addSchemas(document)),
  })
}

/** The readable page at /api/docs. Its script comes from this server, and it may load nothing else. */
export const registerApiDocsPage = async (app: FastifyInstance) => {
  await app.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply, payload) => {
      reply.header('cache-control', 'no-cache')
      reply.header('content-security-policy', docsPolicy(typeof payload === 'string' ? payload : ''))
    })
    await docs.register(scalar, {
      routePrefix: '/api/docs',
      configuration: {
        favicon: '/icon.svg',
        pageTitle: 'Slipstream API',
        withDefaultFonts: false,
        hideClientButton: true,
        showDeveloperTools: 'never',
        telemetry: false,
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    })
  })
}

/** The page never changes and contains nothing from outside, so its inline scripts can be allowed by hash. */
const docsPolicy = (html: string) => {
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)]
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline.map(([, script = '']) => scriptHash(script))].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}
