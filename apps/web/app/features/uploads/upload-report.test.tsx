import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentProps, useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { Finding, UploadReport as Report } from '@slipstream/contract/uploads'
import type { FormFields } from './report-proposal.tsx'
import { exampleReport, exampleUpload } from './testing/example-upload.ts'
import { UploadReport } from './upload-report.tsx'

const user = userEvent.setup({ delay: null })

const emptyForm: FormFields = { title: '', make: '', description: '', tags: [], configurations: [] }

/** The form beside the report, as on the page. */
const Page = ({ report, form: before, onAddPicture, replaced, onFill }: Required<Options>) => {
  const [form, setForm] = useState(before)
  return (
    <>
      <UploadReport
        upload={{ ...exampleUpload, report }}
        current={form}
        onAccept={(fields) => setForm({ ...form, ...fields })}
        gallery={exampleReport.pictures.slice(1).map(({ picture }) => picture)}
        onAddPicture={onAddPicture}
        replaced={replaced}
        onFill={onFill}
      />
      <output>{JSON.stringify(form)}</output>
    </>
  )
}

interface Options {
  report?: Report
  form?: FormFields
  onAddPicture?: (key: string, name: string) => Promise<unknown>
  replaced?: Partial<FormFields>
  onFill?: ComponentProps<typeof UploadReport>['onFill']
}

const noPicture = () => Promise.resolve()
const show = ({ report = exampleReport, form = emptyForm, ...rest }: Options = {}) => {
  const { onAddPicture = noPicture, replaced = {}, onFill = null } = rest
  render(<Page report={report} form={form} onAddPicture={onAddPicture} replaced={replaced} onFill={onFill} />)
}
const form = () => JSON.parse(screen.getByRole('status').textContent) as FormFields
const use = (field: string) => screen.getByRole('button', { name: `Use for the form: ${field}` })

test('one suggested field can be applied and undone', async () => {
  show({ form: { ...emptyForm, title: 'My own title' } })
  await user.click(use('Title'))
  expect(form()).toEqual({ ...emptyForm, title: 'Automotora Strada' })
  await user.click(screen.getByRole('button', { name: 'Undo: Title' }))
  expect(form()).toEqual({ ...emptyForm, title: 'My own title' })
  expect(screen.getByText('Now: My own title')).toBeTruthy()
})

test('"Use all" applies every suggestion that differs', async () => {
  show({ form: { ...emptyForm, make: 'Automotora' } })
  await user.click(screen.getByRole('button', { name: 'Use all 4' }))
  expect(form()).toEqual(exampleReport.proposal)
  expect(screen.getByText('Everything is in the form.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull()
})

test('a suggestion that equals the form has no button, whatever the key order', () => {
  const turned = exampleReport.proposal.configurations.map(
    (each) => Object.fromEntries(Object.entries(each).toReversed()) as typeof each,
  )
  show({ form: { ...emptyForm, configurations: turned } })
  expect(screen.queryByRole('button', { name: 'Use for the form: Configurations' })).toBeNull()
  expect(use('Title')).toBeTruthy()
})

test('fields without a suggestion are not offered', () => {
  show({ report: { ...exampleReport, proposal: { ...exampleReport.proposal, title: null, tags: [] } } })
  expect(screen.queryByRole('button', { name: 'Use for the form: Title' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Use for the form: Tags' })).toBeNull()
  expect(use('Make')).toBeTruthy()
})

test('suggested configurations are shown with their values before they are applied', () => {
  show()
  expect(screen.getByText('120 kW · 210 Nm · 1180 kg · 212 km/h · RWD')).toBeTruthy()
})

const warning = (entry: string): Finding => ({
  code: 'configuration-without-picture',
  severity: 'warning',
  entry,
  sentence: `“${entry}” has no picture.`,
})

test('rejection reasons come before warnings, and many of one kind are collapsed', () => {
  const refusal: Finding = { code: 'slip', severity: 'refusal', entry: '../x', sentence: '“../x” leads out.' }
  const findings = [...['a', 'b', 'c', 'd', 'e'].map(warning), refusal]
  show({ report: { ...exampleReport, findings } })
  const titles = screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)
  expect(titles).toEqual(['1 reason it was rejected', '5 things that may cause problems for players'])
  const more = screen.getByText('2 more like this').closest('details')!
  expect(more.open).toBe(false)
  expect(within(more).getByText('“e” has no picture.')).toBeTruthy()
})

test('an archive without suggestions shows none', () => {
  const proposal = { title: null, make: null, description: null, tags: [], configurations: [] }
  show({ report: { ...exampleReport, kind: 'plain-zip', vehicles: [], proposal } })
  expect(screen.queryByText('For the form')).toBeNull()
  expect(screen.getByText(/^Plain zip · 226 files/)).toBeTruthy()
})

test('a picture from the archive can be added to the gallery unless it is already there', async () => {
  const onAddPicture = vi.fn(() => Promise.resolve())
  show({ onAddPicture })
  await user.click(screen.getByRole('button', { name: 'Add sport.png to the gallery' }))
  expect(onAddPicture).toHaveBeenCalledExactlyOnceWith('pictures/sport.png', 'sport.png')
  expect(screen.queryByRole('button', { name: 'Add gt.png to the gallery' })).toBeNull()
  expect(screen.getByText('In the gallery')).toBeTruthy()
})

test('a picture that fails to be added shows an error and can be retried', async () => {
  show({ onAddPicture: () => Promise.reject(new Error('away')) })
  const add = screen.getByRole('button', { name: 'Add sport.png to the gallery' })
  await user.click(add)
  expect(await screen.findByText('The picture was not added. Please try again.')).toBeTruthy()
  expect(add.getAttribute('aria-busy')).toBeNull()
})

test('a report fills an empty draft only once', async () => {
  const onFill = vi.fn()
  show({ onFill })
  await user.click(use('Title'))
  expect(onFill.mock.calls).toEqual([
    [
      {
        uploadId: exampleUpload.id,
        fileName: exampleUpload.fileName,
        suggested: exampleReport.proposal,
        pictures: exampleReport.pictures,
      },
    ],
  ])
})

test('automatically filled fields can be undone together', async () => {
  const { title, make } = exampleReport.proposal
  show({ form: { ...emptyForm, title: title ?? '', make: make ?? '' }, replaced: { title: 'Strada Pack', make: '' } })
  expect(screen.getByText(/^New: title, make, /)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo the filled-in fields' }))
  expect(JSON.parse(document.querySelector('output')?.textContent ?? '')).toEqual({
    ...emptyForm,
    title: 'Strada Pack',
  })
})
