import type { TraceView } from '@slipstream/contract/traces'
import { marksText, VERDICT_WORDS } from '@slipstream/contract/trace-words'
import { saveFile } from '#lib/save-file.ts'

/** The text of a takedown notice to a file host. It describes the file and names no customer. */
export const reportText = ({ id, fileName, sizeBytes, sha256, findings, finishedAt }: TraceView) =>
  [
    `Trace ${id}`,
    '',
    `File: ${fileName}`,
    `Size: ${sizeBytes} bytes`,
    `SHA-256: ${sha256 ?? 'unknown'}`,
    `Read: ${finishedAt ?? 'not finished'}`,
    '',
    ...(findings
      ? [
          `Result: ${VERDICT_WORDS[findings.verdict].title}.`,
          `Marks read: ${marksText(findings.read, findings.of)}`,
          `Files read: ${findings.files}`,
        ]
      : []),
    '',
  ].join('\n')

export const saveReport = (trace: TraceView) => saveFile(`trace-${trace.id}.txt`, reportText(trace), 'text/plain')
