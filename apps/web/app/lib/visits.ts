import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Loaded lazily, because counting must not delay the page. */
const beacon = () => import('./visit-beacon.ts')

/** Counts every page view that lasts a second. */
export const useCountedViews = () => {
  const { pathname } = useLocation()
  useEffect(() => {
    const timer = setTimeout(() => void beacon().then(({ noteView }) => noteView(pathname)), 1_000)
    return () => clearTimeout(timer)
  }, [pathname])
}

/** Counts a search once its results have loaded. */
export const useCountedSearch = (term: string, total: number | undefined) => {
  useEffect(() => {
    if (term && total !== undefined) void beacon().then(({ noteSearch }) => noteSearch(term, total > 0))
  }, [term, total])
}
