import './domains.ts'
