import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { plural } from '#lib/counts.ts'
import { sizeText } from '#ui/size-text.ts'
import type { Picture } from '@slipstream/contract/picture'
import type { Upload, UploadReport as Report } from '@slipstream/contract/uploads'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { FIELD_LABELS, type FormFields, ReportProposal, suggestedFields } from './report-proposal.tsx'
import { ReportFindings } from './report-findings.tsx'
import { ReportPictures } from './report-pictures.tsx'

interface UploadReportProps {
  upload: Upload
  /** The current form values. */
  current: FormFields
  /** The fields to apply to the form. */
  onAccept: (fields: Partial<FormFields>) => void
  /** The gallery pictures: those already added need no button. */
  gallery: readonly Picture[]
  onAddPicture: (key: string, name: string) => Promise<unknown>
  /** The previous values of the fields that were filled in automatically. */
  replaced: Partial<FormFields>
  /** Fills an empty draft; null if the draft is not empty. */
  onFill: ((archive: ReadArchive) => void) | null
}

interface ReadArchive {
  uploadId: number
  fileName: string
  suggested: Partial<FormFields>
  pictures: Report['pictures']
}

const useFilling = (upload: Upload, onFill: UploadReportProps['onFill']) => {
  const { id: uploadId, fileName, report, isFilled, status } = upload
  const isFillable = onFill !== null && !isFilled && report !== null && (status === 'checking' || status === 'ready')
  const fill = useEffectEvent(() => {
    if (!report) return
    onFill?.({ uploadId, fileName, suggested: suggestedFields(report.proposal), pictures: report.pictures })
  })
  useEffect(() => {
    if (isFillable) fill()
  }, [uploadId, isFillable])
}

/** What the server found in an archive, and what can be used. Collapsed once it has filled the form automatically. */
export const UploadReport = (props: UploadReportProps) => {
  const { upload, replaced, onFill, onAccept } = props
  useFilling(upload, onFill)
  const filled = Object.keys(replaced) as (keyof FormFields)[]
  if (filled.length === 0) return <FullReport {...props} />
  const words = filled.map((name) => FIELD_LABELS[name].toLowerCase()).join(', ')
  return (
    <>
      <Notice
        tone="success"
        title="The archive filled in the form."
        actions={
          <Button size="sm" variant="outline" onClick={() => onAccept(replaced)}>
            Undo the filled-in fields
          </Button>
        }
      >
        New: {words}, pictures and the first release. Check them, then set the price, category and tested version.
      </Notice>
      <details className="text-ui">
        <summary className="w-fit cursor-pointer rounded-sm font-medium">Show the report and all suggestions</summary>
        <div className="mt-4">
          <FullReport {...props} />
        </div>
      </details>
    </>
  )
}

const FullReport = ({ upload: { report }, current, onAccept, gallery, onAddPicture, replaced }: UploadReportProps) => {
  if (!report) return null
  return (
    <div className="flex flex-col gap-6">
      <Part title="In the archive">
        <p className="num text-ui text-muted">{factsOf(report)}</p>
        {report.vehicles.length > 0 && <Vehicles vehicles={report.vehicles} />}
      </Part>
      {report.findings.length > 0 && (
        <Part title="Problems found">
          <ReportFindings findings={report.findings} />
        </Part>
      )}
      {Object.keys(suggestedFields(report.proposal)).length > 0 && (
        <Part title="Suggestions for the form">
          <ReportProposal proposal={report.proposal} current={current} replaced={replaced} onAccept={onAccept} />
        </Part>
      )}
      {report.pictures.length > 0 && (
        <Part title="Pictures in the archive">
          <ReportPictures pictures={report.pictures} gallery={gallery} onAddPicture={onAddPicture} />
        </Part>
      )}
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="flex flex-col gap-3">
    <h3 className="text-ui font-semibold">{title}</h3>
    {children}
  </div>
)

const factsOf = ({ kind, fileCount, packedBytes, unpackedBytes }: Report) =>
  [
    kind === 'vehicle-mod' ? 'Vehicle mod' : 'Plain zip',
    plural(fileCount, 'file'),
    sizeText(packedBytes),
    `${sizeText(unpackedBytes)} unpacked`,
  ].join(' · ')

const Vehicles = ({ vehicles }: Pick<Report, 'vehicles'>) => (
  <ul className="grid gap-2 @md:grid-cols-2 @3xl:grid-cols-3">
    {vehicles.map(({ folder, name, configurations }) => (
      <li key={folder} className="rounded-lg border px-3 py-2 text-small">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="num text-muted wrap-anywhere">
          {plural(configurations, 'configuration')} · vehicles/{folder}
        </p>
      </li>
    ))}
  </ul>
)
