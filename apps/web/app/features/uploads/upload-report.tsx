import type { ReactNode } from 'react'
import { sizeText } from '#ui/size-text.ts'
import type { Picture } from '@slipstream/contract/picture'
import type { Upload, UploadReport as Report } from '@slipstream/contract/uploads'
import { type FormFields, ReportProposal, suggestedFields } from './report-proposal.tsx'
import { ReportFindings } from './report-findings.tsx'
import { ReportPictures } from './report-pictures.tsx'
import { countText } from './upload-words.ts'

interface UploadReportProps {
  upload: Upload
  /** The current form values. */
  current: FormFields
  /** The fields to apply to the form. */
  onAccept: (fields: Partial<FormFields>) => void
  /** The gallery pictures: those already added need no button. */
  gallery: readonly Picture[]
  onAddPicture: (key: string, name: string) => Promise<unknown>
}

/** What the server found in an archive, and what can be used. */
export const UploadReport = ({ upload: { report }, current, onAccept, gallery, onAddPicture }: UploadReportProps) => {
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
          <ReportProposal proposal={report.proposal} current={current} onAccept={onAccept} />
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
    countText(fileCount, 'file'),
    sizeText(packedBytes),
    `${sizeText(unpackedBytes)} unpacked`,
  ].join(' · ')

const Vehicles = ({ vehicles }: Pick<Report, 'vehicles'>) => (
  <ul className="grid gap-2 @md:grid-cols-2 @3xl:grid-cols-3">
    {vehicles.map(({ folder, name, configurations }) => (
      <li key={folder} className="rounded-lg border px-3 py-2 text-small">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="num text-muted wrap-anywhere">
          {countText(configurations, 'configuration')} · vehicles/{folder}
        </p>
      </li>
    ))}
  </ul>
)
