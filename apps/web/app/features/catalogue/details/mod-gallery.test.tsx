import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
// Preloads the lazy module so that no test waits for it.
import '#ui/picture-viewer.tsx'
import './trailer-dialog.tsx'
import { ModGallery } from './mod-gallery.tsx'
import { exampleMod, examplePicture } from './testing/example-mod.ts'

const pictures = ['Front', 'Rear', 'Lights'].map((label) => examplePicture(label))
const show = (values: Parameters<typeof exampleMod>[0]) => render(<ModGallery {...exampleMod(values)} />)

const stage = () => screen.getByRole('button', { name: /^Full screen/ })
const current = () => screen.getAllByRole('button').find((each) => each.hasAttribute('aria-current'))?.textContent

test('every picture has a labeled thumbnail that shows it', async () => {
  show({ pictures })
  expect(
    within(screen.getByRole('list'))
      .getAllByRole('button')
      .map((each) => each.textContent),
  ).toEqual(['Front', 'Rear', 'Lights'])
  await userEvent.click(screen.getByRole('button', { name: 'Lights' }))
  expect(screen.getByRole('button', { name: 'Full screen: The lights of the car' })).toBeDefined()
  expect(screen.getByText('3 / 3')).toBeDefined()
})

test('arrow keys, Home and End move through the pictures and wrap around', async () => {
  show({ pictures })
  stage().focus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(current()).toBe('Lights')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(current()).toBe('Rear')
  await userEvent.keyboard('{End}')
  expect(current()).toBe('Lights')
  await userEvent.keyboard('{Home}')
  expect(current()).toBe('Front')
  await userEvent.click(screen.getByRole('button', { name: 'Next picture' }))
  expect(current()).toBe('Rear')
})

test('a horizontal swipe changes the picture, and a vertical scroll does not', () => {
  show({ pictures })
  const sweep = (to: { clientX: number; clientY: number }) => {
    fireEvent.touchStart(stage(), { touches: [{ clientX: 200, clientY: 100 }] })
    fireEvent.touchEnd(stage(), { changedTouches: [to] })
  }
  sweep({ clientX: 100, clientY: 110 })
  expect(current()).toBe('Rear')
  sweep({ clientX: 120, clientY: 400 })
  expect(current()).toBe('Rear')
  sweep({ clientX: 300, clientY: 110 })
  expect(current()).toBe('Front')
})

test('the picture viewer works with the keyboard alone', async () => {
  show({ pictures })
  stage().focus()
  await userEvent.keyboard('{Enter}')
  const viewer = await screen.findByRole('dialog', { name: 'Tsukiro Senko D-Spec' })

  await userEvent.keyboard('{ArrowRight}')
  expect(within(viewer).getByText('2 / 3')).toBeDefined()
  await userEvent.keyboard('{End}')
  expect(within(viewer).getByText('3 / 3')).toBeDefined()
  await userEvent.keyboard('{Home}')
  expect(within(viewer).getByText('1 / 3')).toBeDefined()

  await userEvent.keyboard('+')
  const picture = within(viewer).getByRole('button', { name: 'Fit to the screen: The front of the car' })
  expect(picture.style.width).toBe('200%')
  // While zoomed in, the arrow keys pan the picture.
  await userEvent.keyboard('{ArrowRight}{ArrowDown}')
  expect(within(viewer).getByText('1 / 3')).toBeDefined()
  expect([picture.parentElement?.scrollLeft, picture.parentElement?.scrollTop]).toEqual([80, 80])
  await userEvent.keyboard('++')
  expect(picture.style.width).toBe('300%')
  await userEvent.keyboard('-')
  expect(picture.style.width).toBe('200%')
  await userEvent.keyboard('0')
  expect(picture.style.width).toBe('100%')

  await userEvent.keyboard('{ArrowRight}{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(stage()))
  expect(current()).toBe('Rear')
})

test('a click zooms the picture in, another click fits it to the screen', async () => {
  show({ pictures })
  await userEvent.click(stage())
  await userEvent.click(await screen.findByRole('button', { name: 'Enlarge: The front of the car' }))
  const picture = screen.getByRole('button', { name: 'Fit to the screen: The front of the car' })
  expect(picture.style.width).toBe('200%')
  await userEvent.click(picture)
  expect(picture.style.width).toBe('100%')
})

test('a caption shows below its picture and in the viewer, and only in-game pictures are marked as such', async () => {
  const [front = examplePicture('Front'), ...others] = pictures
  const caption = 'Garage mode, no filters'
  show({ pictures: [front, examplePicture('Garage', { kind: 'in_game', caption }), ...others] })
  // The space is reserved from the start, so that nothing moves.
  expect(screen.getByText(caption).className).toBe('invisible')
  expect(screen.queryByText('In-game')).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: 'Garage' }))
  expect(screen.getByText(caption).className).toBe('')
  expect(screen.getByText('In-game')).toBeDefined()
  await userEvent.click(stage())
  const viewer = within(await screen.findByRole('dialog'))
  expect(viewer.getByText(caption, { exact: false }).textContent).toBe(`In-gameGarage${caption}`)
  await userEvent.keyboard('{ArrowRight}')
  expect(viewer.getByText('The rear of the car', { exact: false }).textContent).toBe('RearThe rear of the car')
})

test('a gallery without captions has no empty space for them', () => {
  show({ pictures })
  expect(screen.getByRole('group', { name: 'Pictures' }).children).toHaveLength(2)
})

test('a gallery with one picture has no thumbnails, arrows or counter', () => {
  show({ pictures: pictures.slice(0, 1) })
  expect(stage()).toBeDefined()
  expect(screen.getAllByRole('button')).toHaveLength(1)
  expect(screen.queryByText(/\d \/ \d/)).toBeNull()
})

test('a mod without pictures shows a placeholder', () => {
  show({ pictures: [] })
  expect(screen.getByText('Drift, no picture yet')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a video is shown as a link only if its URL is safe', () => {
  const { unmount } = show({ pictures, videoUrl: 'https://video.example/senko' })
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Video (opens in a new tab)' })
  expect([link.href, link.target, link.rel]).toEqual(['https://video.example/senko', '_blank', 'noopener noreferrer'])
  unmount()
  show({ pictures, videoUrl: 'javascript:alert(1)' })
  expect(screen.queryByRole('link')).toBeNull()
})

test('a trailer contacts its video service only after the visitor presses play, and names the service first', async () => {
  const { baseElement } = show({
    pictures,
    videoUrl: 'https://youtu.be/dQw4w9WgXcQ',
    trailer: { service: 'youtube', id: 'dQw4w9WgXcQ' },
  })
  expect(screen.queryByRole('link')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Trailer' }))
  const dialog = await screen.findByRole('dialog')
  expect(
    within(dialog).getByText(/load the video from YouTube \(Google\), which then learns your IP address/),
  ).toBeDefined()
  expect(baseElement.innerHTML).not.toMatch(/youtube-nocookie|ytimg/)

  await userEvent.click(within(dialog).getByRole('button', { name: 'Play the trailer from YouTube (Google)' }))
  const frame = within(dialog).getByTitle<HTMLIFrameElement>(/^Trailer of/)
  expect(frame.src).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0')

  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(baseElement.querySelector('iframe')).toBeNull())
})
