import { lazy } from 'react'

/** Few readers open it, and it needs the dialog code. */
export const LazyReportDialog = lazy(() => import('./report-dialog.tsx'))
