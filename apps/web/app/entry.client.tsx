import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { takeSecretsFromAddress } from '#features/auth/arrival.ts'
import { awaitEarlyEvents } from '#lib/early-events.ts'

takeSecretsFromAddress()
awaitEarlyEvents()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
