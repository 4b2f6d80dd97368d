/** Sign-up, sign-in, verification, passwords. Source: guide identity §5, §9.1. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'
import {
  ChangePasswordInput,
  EmailOptions,
  Lenient,
  LoginInput,
  RecoverInput,
  RecoveryEmailInput,
  RegisterInput,
  SignOnInput,
  VerifyFactorInput,
} from './shapes.ts'
import { Identity, StateReply } from './state.ts'

const Text = Type.String()
const Nothing = Type.Object({})
const people = { visitor: 'any', member: 'any', owner: 'any' } as const
const signInRefusals = ['-19970', '-19971', '-19973', '-19976', 'INVALID_EMAIL_FORMAT', 'MEMBER_BLOCKED'] as const

/** Parameters of an OpenID Connect callback; others that the provider adds are passed on. */
const CallbackQuery = Lenient(Type.Object({ state: Text, code: Text, error: Text, error_description: Text, iss: Text }))
/** A redirect or a page. */
const Page = Text

const SignOnPolicy = Type.Object({
  id: Text,
  revision: Text,
  createdDate: Type.Optional(Text),
  updatedDate: Type.Optional(Text),
  requireOwnerApproval: Type.Boolean(),
  requireEmailVerification: Type.Boolean(),
})

export const signInApi = operations({
  registerV2: {
    method: 'POST',
    path: '/v2/register',
    summary: 'Register a member',
    access: people,
    body: RegisterInput,
    reply: StateReply,
    refuses: ['-19995', '-19970', '-19971'],
    work: 'own',
  },
  loginV2: {
    method: 'POST',
    path: '/v2/login',
    summary: 'Sign in by email and password',
    access: people,
    body: LoginInput,
    reply: StateReply,
    refuses: signInRefusals,
    work: 'own',
  },
  verifyDuringAuthentication: {
    method: 'POST',
    path: '/v1/auth/verify',
    summary: 'Verify the email by code and continue the sign-in',
    access: people,
    body: Type.Object({ code: Type.String({ minLength: 6, maxLength: 6 }), stateToken: Type.Optional(Type.String({ maxLength: 1000 })) }),
    reply: StateReply,
    refuses: ['VERIFICATION_FAILED'],
    work: 'own',
  },
  resendDuringAuthentication: {
    method: 'POST',
    path: '/v1/auth/resend',
    summary: 'Send another code',
    access: people,
    body: Type.Object({ stateToken: Type.String({ maxLength: 1000 }) }),
    reply: StateReply,
    refuses: ['VERIFICATION_FAILED'],
    work: 'own',
  },
  start: {
    method: 'POST',
    path: '/v1/Start',
    summary: 'Send a code to verify an email',
    access: { member: 'own', owner: 'any' },
    permission: 'IAM.START',
    body: Type.Object({ identityId: Type.Optional(Guid), target: Type.Optional(Text) }),
    reply: Type.Object({ verificationId: Text }),
    refuses: ['-19999'],
  },
  verify: {
    method: 'POST',
    path: '/v2/{factorType}/verify',
    summary: 'Second step: send the challenge, or check the code',
    access: people,
    params: Type.Object({ factorType: Text }),
    body: VerifyFactorInput,
    reply: StateReply,
    refuses: ['UNIMPLEMENTED_FEATURE', 'VERIFICATION_FAILED'],
    work: 'own',
  },
  loginCallback: {
    method: 'GET',
    path: '/v1/callback',
    summary: 'Callback of identity providers',
    access: 'anyone',
    query: CallbackQuery,
    reply: Page,
    refuses: [],
    work: 'own',
    raw: true,
  },
  startProvider: {
    method: 'GET',
    path: '/_api/iam/authentication/v1/provider',
    summary: 'Redirect to an identity provider',
    access: 'anyone',
    query: Lenient(Type.Object({ idp: Text, clientId: Text, continueTo: Text, loginPage: Text })),
    reply: Page,
    refuses: [],
    work: 'own',
    raw: true,
  },
  signOn: {
    method: 'POST',
    path: '/v2/sign-on',
    summary: 'Sign-on by a trusted server',
    recentPassword: true,
    access: { owner: 'any' },
    permission: 'IAM.AUTHENTICAITON_SIGN_ON',
    body: SignOnInput,
    reply: Type.Object({ sessionToken: Text, identity: Identity }),
    secret: true,
    refuses: ['MEMBER_BLOCKED', 'OWNER_APPROVAL_REQUIRED', 'EMAIL_VERIFICATION_REQUIRED'],
  },
  changePassword: {
    method: 'POST',
    path: '/v2/change-password',
    summary: 'Set a new password',
    access: { member: 'own' },
    permission: 'IAM.CHANGE_PASSWORD',
    body: ChangePasswordInput,
    reply: Nothing,
    refuses: ['REAUTHENTICATION_REQUIRED', '-19999'],
    work: 'own',
  },
  sendRecoveryEmail: {
    method: 'POST',
    path: '/v1/send-email',
    summary: 'Email a link to set a new password',
    access: people,
    body: RecoveryEmailInput,
    reply: Nothing,
    refuses: ['REDIRECT_DOMAIN_NOT_ALLOWED'],
    work: 'own',
  },
  recover: {
    method: 'POST',
    path: '/v1/recover',
    summary: 'Set the password by an emailed link',
    access: people,
    body: RecoverInput,
    reply: StateReply,
    refuses: ['INVALID_RECOVERY_TOKEN'],
    work: 'own',
  },
  sendActivationEmail: {
    method: 'POST',
    path: '/v1/activation-email',
    summary: 'Email a link to choose a password',
    access: { owner: 'any' },
    permission: 'IAM.SEND_ACTIVATION_EMAIL',
    body: Type.Object({ identityId: Guid, emailOptions: EmailOptions }),
    reply: Nothing,
    refuses: ['-19999', 'REDIRECT_DOMAIN_NOT_ALLOWED'],
  },
  validateEmail: {
    method: 'POST',
    path: '/v2/validate-email',
    summary: 'Whether an email is valid',
    access: people,
    body: Type.Object({ email: Maybe(Text) }),
    reply: Type.Object({ valid: Type.Boolean(), formatInvalid: Type.Optional(Type.Boolean()), failure: Type.Optional(Type.Object({ reason: Text })) }),
    refuses: [],
    work: 'read',
  },

  getSignOnPolicy: {
    method: 'GET',
    path: '/v1/sign-on-policies',
    summary: 'Who may sign up',
    access: { owner: 'any' },
    permission: 'IAM.SIGN_ON_POLICY_READ',
    reply: Type.Object({ signOnPolicy: SignOnPolicy }),
    refuses: [],
    work: 'read',
  },
  updateSignOnPolicy: {
    method: 'PATCH',
    path: '/v1/sign-on-policies',
    summary: 'Change who may sign up',
    recentPassword: true,
    access: { owner: 'any' },
    permission: 'IAM.SIGN_ON_POLICY_UPDATE',
    body: Type.Object({
      signOnPolicy: Type.Object({ requireOwnerApproval: Type.Optional(Type.Boolean()), requireEmailVerification: Type.Optional(Type.Boolean()) }),
    }),
    reply: Type.Object({ signOnPolicy: SignOnPolicy }),
    refuses: [],
  },
})
