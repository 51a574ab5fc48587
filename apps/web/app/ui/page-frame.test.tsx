import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { PageFrame } from '#ui/page-frame.tsx'
import { Progress } from '#ui/progress.tsx'

test('the current tab follows the path, whatever the query', () => {
  render(
    <MemoryRouter initialEntries={['/admin/mods/featured?q=senko']}>
      <PageFrame
        title="Mods"
        tabs={[
          { label: 'Compatibility', to: '/admin/mods' },
          { label: 'Featured', to: '/admin/mods/featured', count: 4 },
        ]}
      >
        content
      </PageFrame>
    </MemoryRouter>,
  )
  expect(screen.getByRole('heading', { level: 1, name: 'Mods' })).not.toBeNull()
  expect(screen.getByRole('link', { current: true }).textContent).toBe('Featured4')
})

test('a progress bar has a value only if it is known', () => {
  const { rerender } = render(<Progress label="Uploading" value={0.424} />)
  const bar = () => screen.getByRole('progressbar', { name: 'Uploading' })
  expect(bar().getAttribute('aria-valuenow')).toBe('42')
  rerender(<Progress label="Uploading" value={7} />)
  expect(bar().getAttribute('aria-valuenow')).toBe('100')
  rerender(<Progress label="Uploading" value={null} />)
  expect(bar().getAttribute('aria-valuenow')).toBeNull()
})
