import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { examplePicture } from '#features/catalogue/details/testing/example-mod.ts'
import { createQueryClient } from '#lib/query-client.ts'
import { GalleryPicture } from './gallery-picture.tsx'

const show = (width: number) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <GalleryPicture
        modId={1}
        id={1}
        picture={{ ...examplePicture('Front'), width }}
        name="Front"
        isFirst={false}
        controls={null}
      />
    </QueryClientProvider>,
  )

test('a picture below 1200 pixels has a warning beside it, a larger one does not', () => {
  const { unmount } = show(1_199)
  expect(screen.getByText(/^Only 1199 pixels wide\./)).toBeDefined()
  unmount()
  show(1_200)
  expect(screen.queryByText(/pixels wide/)).toBeNull()
})
