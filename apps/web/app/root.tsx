import './app.css'
import { HydrationBoundary, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, use, useState } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router'
import geist from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url'
import { settingsApi } from '@slipstream/contract/settings'
import { AuthKeeper } from '#features/auth/auth-keeper.tsx'
import { HeadScriptContext } from '#lib/head-script.ts'
import { NonceContext } from '#lib/nonce.ts'
import { loadPage, siteOf } from '#lib/page.server.ts'
import { createQueryClient } from '#lib/query-client.ts'
import { useCountedViews } from '#lib/visits.ts'
import { LazyToaster } from '#ui/lazy-toaster.tsx'
import { LazyTooltipLayer } from '#ui/lazy-tooltip.tsx'
import { LazyConnection } from '#shell/lazy-connection.tsx'
import { LastResort } from '#shell/last-resort.tsx'
import { MaintenanceGate } from '#shell/maintenance-gate.tsx'
import type { Route } from './+types/root.ts'

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: geist, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
]

export const loader = ({ context, request }: Route.LoaderArgs) =>
  loadPage(context, [settingsApi.store, settingsApi.siteStatus], (queries) => ({
    site: siteOf(request, queries.getQueryData([settingsApi.store.path])),
  }))

/** Data shared by all pages is loaded once and not refetched on navigation. */
export const shouldRevalidate = () => false

export const Layout = ({ children }: { children: ReactNode }) => (
  // Dark until the script below has read the visitor's choice, and for browsers without scripts.
  <html lang="en" className="dark" suppressHydrationWarning>
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="theme-color" content="#090a0e" media="(prefers-color-scheme: dark)" />
      <meta name="theme-color" content="#f9fafb" media="(prefers-color-scheme: light)" />
      <script
        nonce={use(NonceContext)}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: use(HeadScriptContext) }}
      />
      <Meta />
      <Links />
      <Accent />
    </head>
    <body>
      {children}
      <ScrollRestoration />
      <Scripts />
    </body>
  </html>
)

/** After the style sheet, so that it takes precedence. Without loader data, the default colors apply. */
const Accent = () => {
  const style = useRouteLoaderData<typeof loader>('root')?.site.accentStyle
  return style ? <style dangerouslySetInnerHTML={{ __html: style }} /> : null
}

const App = ({ loaderData }: Route.ComponentProps) => {
  const [queryClient] = useState(createQueryClient)
  useCountedViews()
  return (
    <QueryClientProvider client={queryClient}>
      <HydrationBoundary state={loaderData.queries}>
        <MaintenanceGate>
          <Outlet />
        </MaintenanceGate>
        <AuthKeeper />
        <LazyToaster />
        <LazyTooltipLayer />
        <LazyConnection />
      </HydrationBoundary>
    </QueryClientProvider>
  )
}

export default App

export const ErrorBoundary = LastResort
