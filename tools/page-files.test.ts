import { expect, test } from 'vitest'
import { isFirstFile, listImportedNames } from './page-files.ts'

test('the names that a file imports are read from its code', () => {
  const code = `import React, { useState } from "react";\nimport { Button, Select as Choice } from '@mantine/core'\nimport css from './x.css'`
  expect(listImportedNames(code)).toEqual(['useState', 'Button', 'Select'])
})
test('files that every page begins with are known by their names', () => {
  expect(['assets/vendor-Ab12.js', 'base-Ab12.en.js', 'assets/controls-Ab12.js', 'assets/database-Ab12.js'].map(isFirstFile)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
