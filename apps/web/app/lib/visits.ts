import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Loaded when the page has nothing better to do: counting must not delay what is counted. */
const beacon = () => import('./visit-beacon.ts')

/** Counts every page that is opened. */
export const useCountedViews = () => {
  const { pathname } = useLocation()
  useEffect(() => {
    const timer = setTimeout(() => void beacon().then(({ noteView }) => noteView(pathname)), 1_000)
    return () => clearTimeout(timer)
  }, [pathname])
}

/** Counts a search once its results are there. */
export const useCountedSearch = (term: string, total: number | undefined) => {
  useEffect(() => {
    if (term && total !== undefined) void beacon().then(({ noteSearch }) => noteSearch(term, total > 0))
  }, [term, total])
}
