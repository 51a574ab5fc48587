import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createQueryClient } from '#lib/query-client.ts'
import { PATHS } from '#lib/query-keys.ts'
import { ForReader } from './for-reader.tsx'

test('the HTML of a section that depends on its reader is the same for everybody', async () => {
  const queries = createQueryClient()
  queries.setQueryData([PATHS.user], { username: 'idris' })
  const section = (
    <QueryClientProvider client={queries}>
      <ForReader>{(reader) => <p>{reader ? `For ${reader.username}` : 'For everybody'}</p>}</ForReader>
    </QueryClientProvider>
  )
  expect(renderToString(section)).toContain('For everybody')
  render(section)
  expect(await screen.findByText('For idris')).toBeDefined()
})
