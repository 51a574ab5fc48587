import { configure } from '@testing-library/dom'

// A test waits for what it means; a busy machine may take longer than a second to get there.
configure({ asyncUtilTimeout: 5_000 })
