import { act, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { runInThisContext } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { awaitEarlyEvents, earlyScript } from './early-events.ts'
import './replay-early-events.ts'

const did = vi.fn<(what: string) => void>()

const Page = () => {
  const [text, setText] = useState('')
  return (
    <>
      <button type="button" onClick={() => did('first')}>
        first
      </button>
      <button type="button" onClick={() => did('second')}>
        <span>second</span>
      </button>
      <a href="#there" onClick={() => did('link')}>
        link
      </a>
      <a href="#discord" data-next="/mods/1">
        leave
      </a>
      <label>
        <input type="radio" checked={false} onChange={() => did('radio')} />
        radio
      </label>
      <select defaultValue="helpful" onChange={(event) => did(`sorted by ${event.currentTarget.value}`)}>
        <option>helpful</option>
        <option>newest</option>
      </select>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          did(`sent ${text}`)
        }}
      >
        <input aria-label="controlled" value={text} onChange={(event) => setText(event.currentTarget.value)} />
        <button type="submit">send</button>
      </form>
    </>
  )
}

let container: HTMLElement
beforeEach(() => {
  vi.stubGlobal('PointerEvent', MouseEvent)
  runInThisContext(earlyScript)
  container = document.createElement('div')
  container.innerHTML = renderToString(<Page />)
  document.body.append(container)
})
afterEach(() => {
  if (window.earlyEvents) window.earlyEvents.isOver = true
  container.remove()
  did.mockReset()
  vi.unstubAllGlobals()
})

const control = (text: string) => {
  const found = [...container.querySelectorAll<HTMLElement>('button,a,label')].find((each) => each.textContent === text)
  if (!found) throw new Error(`there is no ${text}`)
  return found
}
const wakeUp = async () => {
  await act(async () => hydrateRoot(container, <Page />))
  awaitEarlyEvents()
}
const type = (text: string) => {
  const field = container.querySelector<HTMLInputElement>('form input')!
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
  return field
}

test('clicks before hydration are replayed in order, once each', async () => {
  control('second').querySelector('span')!.click()
  control('first').click()
  control('second').click()
  expect(did).not.toHaveBeenCalled()
  expect(control('first').dataset.pending).toBe('')
  expect(control('first').getAttribute('aria-busy')).toBe('true')
  await wakeUp()
  await waitFor(() => expect(did.mock.calls).toEqual([['second'], ['first']]))
  expect(container.querySelector('[data-pending],[aria-busy]')).toBeNull()
  control('first').click()
  expect(did).toHaveBeenCalledTimes(3)
})

test('a component that hydrates late gets its queued click then', async () => {
  awaitEarlyEvents()
  control('first').click()
  expect(did).not.toHaveBeenCalled()
  await act(async () => hydrateRoot(container, <Page />))
  await waitFor(() => expect(did.mock.calls).toEqual([['first']]))
})

test('a link works before hydration and is not replayed', async () => {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true })
  control('link').dispatchEvent(click)
  expect(click.defaultPrevented).toBe(false)
  await wakeUp()
  expect(did).not.toHaveBeenCalled()
})

test('a link to Discord makes the tab remember where to continue, both before and after hydration', async () => {
  control('leave').click()
  expect(sessionStorage.getItem('after_discord')).toBe('/mods/1')
  sessionStorage.clear()
  await wakeUp()
  control('leave').click()
  expect(sessionStorage.getItem('after_discord')).toBe('/mods/1')
  sessionStorage.clear()
})

test('a click on a label before hydration is replayed', async () => {
  control('radio').click()
  await wakeUp()
  await waitFor(() => expect(did.mock.calls).toEqual([['radio']]))
})

test('text typed before hydration is kept, known to React and sent with the form', async () => {
  const field = type('kestrel')
  control('send').click()
  expect(control('send').dataset.pending).toBe('')
  await wakeUp()
  await waitFor(() => expect(did.mock.calls).toEqual([['sent kestrel']]))
  expect(field.value).toBe('kestrel')
})

test('an option selected before hydration is kept and known to React', async () => {
  const list = container.querySelector('select')!
  list.focus()
  list.value = 'newest'
  list.dispatchEvent(new Event('input', { bubbles: true }))
  await wakeUp()
  await waitFor(() => expect(did.mock.calls).toEqual([['sorted by newest']]))
  expect(list.value).toBe('newest')
})
