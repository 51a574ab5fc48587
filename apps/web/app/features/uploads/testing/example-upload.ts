import type { Upload, UploadReport } from '@slipstream/contract/uploads'

const configuration = (name: string, powerKw: number) => ({
  name,
  bodyStyle: 'Coupe',
  engine: null,
  fuel: 'Gasoline',
  powerKw,
  torqueNm: 210,
  drivetrain: 'RWD' as const,
  transmission: 'Manual',
  massKg: 1_180,
  topSpeedKmh: 212,
  sprintS: 7.4,
})

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

const picture = (name: string) => ({
  key: `pictures/${name}`,
  name,
  picture: {
    src: `${PIXEL}#${name}`,
    stem: '',
    widths: [],
    width: 480,
    height: 270,
    alt: '',
    label: '',
    placeholder: PIXEL,
  },
})

export const exampleReport: UploadReport = {
  kind: 'vehicle-mod',
  findings: [],
  fileCount: 226,
  packedBytes: 300_000_000,
  unpackedBytes: 302_400_000,
  vehicles: [{ folder: 'strada_car', name: 'Automotora Strada', configurations: 2 }],
  proposal: {
    title: 'Automotora Strada',
    make: 'Automotora',
    description: 'A light coupe for mountain roads.',
    tags: ['coupe', 'rwd'],
    configurations: [configuration('Sport (M)', 120), configuration('GT', 160)],
  },
  pictures: [picture('sport.png'), picture('gt.png')],
}

export const exampleUpload: Upload = {
  id: 5,
  modId: 7,
  fileName: 'strada.zip',
  sizeBytes: 300_000_000,
  fingerprint: 'f'.repeat(64),
  openAs: 'mod',
  status: 'ready',
  partBytes: 16 * 2 ** 20,
  doneParts: [],
  progress: { doneBytes: 0, ofBytes: 0 },
  report: exampleReport,
  sha256: 'a'.repeat(64),
  releaseId: null,
  isFilled: false,
  createdAt: '2026-11-15T10:00:00.000Z',
}
