import type { PublishReview, ReleaseContents } from '@slipstream/contract/releases'
import { countText } from '#lib/counts.ts'
import { Notice } from '#ui/notice.tsx'
import { sizeText } from '#ui/size-text.ts'
import { listed } from './release-words.ts'

/** The files and vehicles of a release beside those of the release that players have. */
export const ReleaseDifference = ({ review: { contents, before } }: { review: PublishReview }) => {
  if (!contents) {
    return <Notice tone="warning" title="Its archive was not read here, so nobody can say what is in it." />
  }
  const gone = (before?.vehicles ?? []).filter(
    ({ folder }) => !contents.vehicles.some((other) => other.folder === folder),
  )
  return (
    <div>
      <table className="w-full text-small">
        <caption className="sr-only">What is different</caption>
        <thead className="text-left text-muted">
          <tr className="border-b">
            <td />
            {before && <Head>{before.version} now</Head>}
            <Head>{contents.version}</Head>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ name, cell }) => (
            <tr key={name} className="border-b last:border-0 align-top">
              <th scope="row" className="py-2 pe-3 text-left font-normal text-muted">
                {name}
              </th>
              {before && <td className="num py-2 pe-3">{cell(before)}</td>}
              <td className="num py-2 font-medium">{cell(contents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!before && <p className="mt-2 text-small text-muted">There is no earlier release to compare it with.</p>}
      {gone.length > 0 && (
        <Notice tone="warning" title={`${listed(gone.map(({ folder }) => folder))} is missing.`} className="mt-3">
          The last release has it. Who drives it loses it with the update.
        </Notice>
      )}
    </div>
  )
}

const Head = ({ children }: { children: React.ReactNode }) => (
  <th scope="col" className="num py-2 pe-3 font-medium">
    {children}
  </th>
)

const ROWS: readonly { name: string; cell: (contents: ReleaseContents) => string }[] = [
  { name: 'Vehicles', cell: ({ vehicles }) => listed(vehicles.map(({ folder }) => folder)) || 'None' },
  { name: 'Files', cell: ({ fileCount }) => countText(fileCount) },
  { name: 'Unpacked', cell: ({ unpackedBytes }) => sizeText(unpackedBytes) },
]
