import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'

/** What the tests of another mutant kept is not there: they name their databases alike. */
globalThis.indexedDB = new IDBFactory()
