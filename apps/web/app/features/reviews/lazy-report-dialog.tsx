import { lazy } from 'react'

/** Opened by few readers, and brings the dialog with it. */
export const LazyReportDialog = lazy(() => import('./report-dialog.tsx'))
