// Written by `refinery import` from Xero Accounting API 16.1.0. Do not edit it: import again.

public import FoundationEssentials
public import RefineryCore

extension Xero {
  /// Account.
  public struct Account: ObjectModel {
    /// Customer defined alpha numeric account code e.g 200 or SALES (max length = 10)
    public var code: String?
    /// Name of account (max length = 150)
    public var name: String?
    /// The Xero identifier for an account – specified as a string following the endpoint name e.g.
    /// /297c2dc5-cc47-4afd-8ec8-74990b8761e9
    public var accountID: String?
    /// See Account Types
    public var type: AccountType?
    /// For bank accounts only (Account Type BANK)
    public var bankAccountNumber: String?
    /// Accounts with a status of ACTIVE can be updated to ARCHIVED. See Account Status Codes
    public var status: AccountStatus?
    /// Description of the Account. Valid for all types of accounts except bank accounts (max length = 4000)
    public var description: String?
    /// For bank accounts only. See Bank Account types
    public var bankAccountType: AccountBankAccountType?
    /// 3 letter alpha code for the currency – see list of currency codes
    public var currencyCode: CurrencyCode?
    /// The tax type from taxRates
    public var taxType: String?
    /// Boolean – describes whether account can have payments applied to it
    public var enablePaymentsToAccount: Bool?
    /// Boolean – describes whether account code is available for use with expense claims
    public var showInExpenseClaims: Bool?
    /// See Account Class Types
    ///
    /// Only the server sets it.
    public var `class`: AccountClass?
    /// If this is a system account then this element is returned. See System Account types. Note that non-system accounts
    /// may have this element set as either “” or null.
    ///
    /// Only the server sets it.
    public var systemAccount: AccountSystemAccount?
    /// Shown if set
    public var reportingCode: String?
    /// Shown if set
    ///
    /// Only the server sets it.
    public var reportingCodeName: String?
    /// boolean to indicate if an account has an attachment (read only)
    ///
    /// Only the server sets it. Default: `"false"`.
    public var hasAttachments: Bool?
    /// Last modified date UTC format
    ///
    /// Only the server sets it.
    public var updatedDateUtc: Date?
    /// Boolean – describes whether the account is shown in the watchlist widget on the dashboard
    public var addToWatchlist: Bool?
    /// Displays array of validation error messages from the API
    public var validationErrors: [ValidationError]?

    public init(
      code: String? = nil, name: String? = nil, accountID: String? = nil, type: AccountType? = nil,
      bankAccountNumber: String? = nil, status: AccountStatus? = nil, description: String? = nil,
      bankAccountType: AccountBankAccountType? = nil, currencyCode: CurrencyCode? = nil, taxType: String? = nil,
      enablePaymentsToAccount: Bool? = nil, showInExpenseClaims: Bool? = nil, `class`: AccountClass? = nil,
      systemAccount: AccountSystemAccount? = nil, reportingCode: String? = nil, reportingCodeName: String? = nil,
      hasAttachments: Bool? = nil, updatedDateUtc: Date? = nil, addToWatchlist: Bool? = nil,
      validationErrors: [ValidationError]? = nil
    ) {
      self.code = code
      self.name = name
      self.accountID = accountID
      self.type = type
      self.bankAccountNumber = bankAccountNumber
      self.status = status
      self.description = description
      self.bankAccountType = bankAccountType
      self.currencyCode = currencyCode
      self.taxType = taxType
      self.enablePaymentsToAccount = enablePaymentsToAccount
      self.showInExpenseClaims = showInExpenseClaims
      self.`class` = `class`
      self.systemAccount = systemAccount
      self.reportingCode = reportingCode
      self.reportingCodeName = reportingCodeName
      self.hasAttachments = hasAttachments
      self.updatedDateUtc = updatedDateUtc
      self.addToWatchlist = addToWatchlist
      self.validationErrors = validationErrors
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Code", &code)
      members.optional("Name", &name)
      members.optional("AccountID", &accountID)
      members.optional("Type", &type)
      members.optional("BankAccountNumber", &bankAccountNumber)
      members.optional("Status", &status)
      members.optional("Description", &description)
      members.optional("BankAccountType", &bankAccountType)
      members.optional("CurrencyCode", &currencyCode)
      members.optional("TaxType", &taxType)
      members.optional("EnablePaymentsToAccount", &enablePaymentsToAccount)
      members.optional("ShowInExpenseClaims", &showInExpenseClaims)
      members.optional("Class", &`class`)
      members.optional("SystemAccount", &systemAccount)
      members.optional("ReportingCode", &reportingCode)
      members.optional("ReportingCodeName", &reportingCodeName)
      members.optional("HasAttachments", &hasAttachments)
      members.optional("UpdatedDateUTC", &updatedDateUtc, .microsoftDate)
      members.optional("AddToWatchlist", &addToWatchlist)
      members.optional("ValidationErrors", &validationErrors)
    }
  }

  /// For bank accounts only. See Bank Account types
  public struct AccountBankAccountType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var bank: Self { Self(rawValue: "BANK") }
    public static var creditcard: Self { Self(rawValue: "CREDITCARD") }
    public static var paypal: Self { Self(rawValue: "PAYPAL") }
    public static var noneValue: Self { Self(rawValue: "NONE") }
    public static var empty: Self { Self(rawValue: "") }

    public static var knownValues: [Self] { [.bank, .creditcard, .paypal, .noneValue, .empty] }
  }

  /// See Account Class Types
  ///
  /// Only the server sets it.
  public struct AccountClass: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var asset: Self { Self(rawValue: "ASSET") }
    public static var equity: Self { Self(rawValue: "EQUITY") }
    public static var expense: Self { Self(rawValue: "EXPENSE") }
    public static var liability: Self { Self(rawValue: "LIABILITY") }
    public static var revenue: Self { Self(rawValue: "REVENUE") }

    public static var knownValues: [Self] { [.asset, .equity, .expense, .liability, .revenue] }
  }

  /// Accounts with a status of ACTIVE can be updated to ARCHIVED. See Account Status Codes
  public struct AccountStatus: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var active: Self { Self(rawValue: "ACTIVE") }
    public static var archived: Self { Self(rawValue: "ARCHIVED") }
    public static var deleted: Self { Self(rawValue: "DELETED") }

    public static var knownValues: [Self] { [.active, .archived, .deleted] }
  }

  /// If this is a system account then this element is returned. See System Account types. Note that non-system accounts
  /// may have this element set as either “” or null.
  ///
  /// Only the server sets it.
  public struct AccountSystemAccount: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var debtors: Self { Self(rawValue: "DEBTORS") }
    public static var creditors: Self { Self(rawValue: "CREDITORS") }
    public static var bankcurrencygain: Self { Self(rawValue: "BANKCURRENCYGAIN") }
    public static var gst: Self { Self(rawValue: "GST") }
    public static var gstonimports: Self { Self(rawValue: "GSTONIMPORTS") }
    public static var historical: Self { Self(rawValue: "HISTORICAL") }
    public static var realisedcurrencygain: Self { Self(rawValue: "REALISEDCURRENCYGAIN") }
    public static var retainedearnings: Self { Self(rawValue: "RETAINEDEARNINGS") }
    public static var rounding: Self { Self(rawValue: "ROUNDING") }
    public static var trackingtransfers: Self { Self(rawValue: "TRACKINGTRANSFERS") }
    public static var unpaidexpclm: Self { Self(rawValue: "UNPAIDEXPCLM") }
    public static var unrealisedcurrencygain: Self { Self(rawValue: "UNREALISEDCURRENCYGAIN") }
    public static var wagepayables: Self { Self(rawValue: "WAGEPAYABLES") }
    public static var cisassets: Self { Self(rawValue: "CISASSETS") }
    public static var cisasset: Self { Self(rawValue: "CISASSET") }
    public static var cislabour: Self { Self(rawValue: "CISLABOUR") }
    public static var cislabourexpense: Self { Self(rawValue: "CISLABOUREXPENSE") }
    public static var cislabourincome: Self { Self(rawValue: "CISLABOURINCOME") }
    public static var cisliability: Self { Self(rawValue: "CISLIABILITY") }
    public static var cismaterials: Self { Self(rawValue: "CISMATERIALS") }
    public static var empty: Self { Self(rawValue: "") }

    public static var knownValues: [Self] {
      [
        .debtors, .creditors, .bankcurrencygain, .gst, .gstonimports, .historical, .realisedcurrencygain, .retainedearnings,
        .rounding, .trackingtransfers, .unpaidexpclm, .unrealisedcurrencygain, .wagepayables, .cisassets, .cisasset,
        .cislabour, .cislabourexpense, .cislabourincome, .cisliability, .cismaterials, .empty,
      ]
    }
  }

  /// See Account Types
  public struct AccountType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var bank: Self { Self(rawValue: "BANK") }
    public static var current: Self { Self(rawValue: "CURRENT") }
    public static var currliab: Self { Self(rawValue: "CURRLIAB") }
    public static var depreciatn: Self { Self(rawValue: "DEPRECIATN") }
    public static var directcosts: Self { Self(rawValue: "DIRECTCOSTS") }
    public static var equity: Self { Self(rawValue: "EQUITY") }
    public static var expense: Self { Self(rawValue: "EXPENSE") }
    public static var fixed: Self { Self(rawValue: "FIXED") }
    public static var inventory: Self { Self(rawValue: "INVENTORY") }
    public static var liability: Self { Self(rawValue: "LIABILITY") }
    public static var noncurrent: Self { Self(rawValue: "NONCURRENT") }
    public static var otherincome: Self { Self(rawValue: "OTHERINCOME") }
    public static var overheads: Self { Self(rawValue: "OVERHEADS") }
    public static var prepayment: Self { Self(rawValue: "PREPAYMENT") }
    public static var revenue: Self { Self(rawValue: "REVENUE") }
    public static var sales: Self { Self(rawValue: "SALES") }
    public static var termliab: Self { Self(rawValue: "TERMLIAB") }
    public static var payg: Self { Self(rawValue: "PAYG") }

    public static var knownValues: [Self] {
      [
        .bank, .current, .currliab, .depreciatn, .directcosts, .equity, .expense, .fixed, .inventory, .liability, .noncurrent,
        .otherincome, .overheads, .prepayment, .revenue, .sales, .termliab, .payg,
      ]
    }
  }

  /// Accounts.
  public struct Accounts: ObjectModel {
    public var accounts: [Account]?

    public init(accounts: [Account]? = nil) {
      self.accounts = accounts
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Accounts", &accounts)
    }
  }

  /// The same type as ``AccountsReceivable``.
  public typealias AccountsPayable = AccountsReceivable

  /// AccountsReceivable.
  public struct AccountsReceivable: ObjectModel {
    public var outstanding: Double?
    public var overdue: Double?

    public init(outstanding: Double? = nil, overdue: Double? = nil) {
      self.outstanding = outstanding
      self.overdue = overdue
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Outstanding", &outstanding)
      members.optional("Overdue", &overdue)
    }
  }

  /// Action.
  public struct Action: ObjectModel {
    /// Name of the actions for this organisation
    public var name: String?
    /// Status of the action for this organisation
    public var status: ActionStatus?

    public init(name: String? = nil, status: ActionStatus? = nil) {
      self.name = name
      self.status = status
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Name", &name)
      members.optional("Status", &status)
    }
  }

  /// Status of the action for this organisation
  public struct ActionStatus: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var allowed: Self { Self(rawValue: "ALLOWED") }
    public static var notAllowed: Self { Self(rawValue: "NOT-ALLOWED") }

    public static var knownValues: [Self] { [.allowed, .notAllowed] }
  }

  /// Actions.
  public struct Actions: ObjectModel {
    public var actions: [Action]?

    public init(actions: [Action]? = nil) {
      self.actions = actions
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Actions", &actions)
    }
  }

  /// Address.
  public struct Address: ObjectModel {
    /// define the type of address
    public var addressType: AddressAddressType?
    /// max length = 500
    public var addressLine1: String?
    /// max length = 500
    public var addressLine2: String?
    /// max length = 500
    public var addressLine3: String?
    /// max length = 500
    public var addressLine4: String?
    /// max length = 255
    public var city: String?
    /// max length = 255
    public var region: String?
    /// max length = 50
    public var postalCode: String?
    /// max length = 50, [A-Z], [a-z] only
    public var country: String?
    /// max length = 255
    public var attentionTo: String?

    public init(
      addressType: AddressAddressType? = nil, addressLine1: String? = nil, addressLine2: String? = nil,
      addressLine3: String? = nil, addressLine4: String? = nil, city: String? = nil, region: String? = nil,
      postalCode: String? = nil, country: String? = nil, attentionTo: String? = nil
    ) {
      self.addressType = addressType
      self.addressLine1 = addressLine1
      self.addressLine2 = addressLine2
      self.addressLine3 = addressLine3
      self.addressLine4 = addressLine4
      self.city = city
      self.region = region
      self.postalCode = postalCode
      self.country = country
      self.attentionTo = attentionTo
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("AddressType", &addressType)
      members.optional("AddressLine1", &addressLine1)
      members.optional("AddressLine2", &addressLine2)
      members.optional("AddressLine3", &addressLine3)
      members.optional("AddressLine4", &addressLine4)
      members.optional("City", &city)
      members.optional("Region", &region)
      members.optional("PostalCode", &postalCode)
      members.optional("Country", &country)
      members.optional("AttentionTo", &attentionTo)
    }
  }

  /// define the type of address
  public struct AddressAddressType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var pobox: Self { Self(rawValue: "POBOX") }
    public static var street: Self { Self(rawValue: "STREET") }

    public static var knownValues: [Self] { [.pobox, .street] }
  }

  /// AddressForOrganisation.
  public struct AddressForOrganisation: ObjectModel {
    /// define the type of address
    public var addressType: AddressForOrganisationAddressType?
    /// max length = 500
    public var addressLine1: String?
    /// max length = 500
    public var addressLine2: String?
    /// max length = 500
    public var addressLine3: String?
    /// max length = 500
    public var addressLine4: String?
    /// max length = 255
    public var city: String?
    /// max length = 255
    public var region: String?
    /// max length = 50
    public var postalCode: String?
    /// max length = 50, [A-Z], [a-z] only
    public var country: String?
    /// max length = 255
    public var attentionTo: String?

    public init(
      addressType: AddressForOrganisationAddressType? = nil, addressLine1: String? = nil, addressLine2: String? = nil,
      addressLine3: String? = nil, addressLine4: String? = nil, city: String? = nil, region: String? = nil,
      postalCode: String? = nil, country: String? = nil, attentionTo: String? = nil
    ) {
      self.addressType = addressType
      self.addressLine1 = addressLine1
      self.addressLine2 = addressLine2
      self.addressLine3 = addressLine3
      self.addressLine4 = addressLine4
      self.city = city
      self.region = region
      self.postalCode = postalCode
      self.country = country
      self.attentionTo = attentionTo
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("AddressType", &addressType)
      members.optional("AddressLine1", &addressLine1)
      members.optional("AddressLine2", &addressLine2)
      members.optional("AddressLine3", &addressLine3)
      members.optional("AddressLine4", &addressLine4)
      members.optional("City", &city)
      members.optional("Region", &region)
      members.optional("PostalCode", &postalCode)
      members.optional("Country", &country)
      members.optional("AttentionTo", &attentionTo)
    }
  }

  /// define the type of address
  public struct AddressForOrganisationAddressType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var pobox: Self { Self(rawValue: "POBOX") }
    public static var street: Self { Self(rawValue: "STREET") }
    public static var delivery: Self { Self(rawValue: "DELIVERY") }

    public static var knownValues: [Self] { [.pobox, .street, .delivery] }
  }

  /// Allocation.
  public struct Allocation: ObjectModel {
    /// Xero generated unique identifier
    public var allocationID: String?
    public var invoice: Invoice
    public var overpayment: Overpayment?
    public var prepayment: Prepayment?
    public var creditNote: CreditNote?
    /// the amount being applied to the invoice
    public var amount: Double
    /// the date the allocation is applied YYYY-MM-DD.
    public var date: String
    /// A flag that returns true when the allocation is succesfully deleted
    ///
    /// Only the server sets it.
    public var isDeleted: Bool?
    /// A string to indicate if a invoice status
    public var statusAttributeString: String?
    /// Displays array of validation error messages from the API
    public var validationErrors: [ValidationError]?

    public init(
      invoice: Invoice, amount: Double, date: String, allocationID: String? = nil, overpayment: Overpayment? = nil,
      prepayment: Prepayment? = nil, creditNote: CreditNote? = nil, isDeleted: Bool? = nil,
      statusAttributeString: String? = nil, validationErrors: [ValidationError]? = nil
    ) {
      self.invoice = invoice
      self.amount = amount
      self.date = date
      self.allocationID = allocationID
      self.overpayment = overpayment
      self.prepayment = prepayment
      self.creditNote = creditNote
      self.isDeleted = isDeleted
      self.statusAttributeString = statusAttributeString
      self.validationErrors = validationErrors
    }

    public init(_ unread: Unread) {
      invoice = Invoice(unread)
      amount = 0
      date = ""
    }

    public mutating func list(_ members: Members) {
      members.optional("AllocationID", &allocationID)
      members.required("Invoice", &invoice)
      members.optional("Overpayment", &overpayment)
      members.optional("Prepayment", &prepayment)
      members.optional("CreditNote", &creditNote)
      members.required("Amount", &amount)
      members.required("Date", &date)
      members.optional("IsDeleted", &isDeleted)
      members.optional("StatusAttributeString", &statusAttributeString)
      members.optional("ValidationErrors", &validationErrors)
    }
  }

  /// Allocations.
  public struct Allocations: ObjectModel {
    public var allocations: [Allocation]?

    public init(allocations: [Allocation]? = nil) {
      self.allocations = allocations
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Allocations", &allocations)
    }
  }

  /// Attachment.
  public struct Attachment: ObjectModel {
    /// Unique ID for the file
    public var attachmentID: String?
    /// Name of the file
    public var fileName: String?
    /// URL to the file on xero.com
    public var url: String?
    /// Type of file
    public var mimeType: String?
    /// Length of the file content
    public var contentLength: Int?
    /// Include the file with the online invoice
    public var includeOnline: Bool?

    public init(
      attachmentID: String? = nil, fileName: String? = nil, url: String? = nil, mimeType: String? = nil,
      contentLength: Int? = nil, includeOnline: Bool? = nil
    ) {
      self.attachmentID = attachmentID
      self.fileName = fileName
      self.url = url
      self.mimeType = mimeType
      self.contentLength = contentLength
      self.includeOnline = includeOnline
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("AttachmentID", &attachmentID)
      members.optional("FileName", &fileName)
      members.optional("Url", &url)
      members.optional("MimeType", &mimeType)
      members.optional("ContentLength", &contentLength)
      members.optional("IncludeOnline", &includeOnline)
    }
  }

  /// Attachments.
  public struct Attachments: ObjectModel {
    public var attachments: [Attachment]?

    public init(attachments: [Attachment]? = nil) {
      self.attachments = attachments
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Attachments", &attachments)
    }
  }

  /// An array to specify multiple currency balances of an account
  public struct BalanceDetails: ObjectModel {
    /// The opening balances of the account. Debits are positive, credits are negative values
    public var balance: Double?
    /// The currency of the balance (Not required for base currency)
    public var currencyCode: String?
    /// (Optional) Exchange rate to base currency when money is spent or received. If not specified, XE rate for the day is
    /// applied
    public var currencyRate: Double?

    public init(balance: Double? = nil, currencyCode: String? = nil, currencyRate: Double? = nil) {
      self.balance = balance
      self.currencyCode = currencyCode
      self.currencyRate = currencyRate
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Balance", &balance)
      members.optional("CurrencyCode", &currencyCode)
      members.optional("CurrencyRate", &currencyRate)
    }
  }

  /// The raw AccountsReceivable(sales invoices) and AccountsPayable(bills) outstanding and overdue amounts, not converted
  /// to base currency (read only)
  public struct Balances: ObjectModel {
    public var accountsReceivable: AccountsReceivable?
    public var accountsPayable: AccountsPayable?

    public init(accountsReceivable: AccountsReceivable? = nil, accountsPayable: AccountsPayable? = nil) {
      self.accountsReceivable = accountsReceivable
      self.accountsPayable = accountsPayable
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("AccountsReceivable", &accountsReceivable)
      members.optional("AccountsPayable", &accountsPayable)
    }
  }

  /// BankTransaction.
  public struct BankTransaction: ObjectModel {
    /// See Bank Transaction Types
    public var type: BankTransactionType
    public var contact: Contact?
    /// See LineItems
    public var lineItems: [LineItem]
    public var bankAccount: Account
    /// Boolean to show if transaction is reconciled
    public var isReconciled: Bool?
    /// Date of transaction – YYYY-MM-DD
    public var date: String?
    /// Reference for the transaction. Only supported for SPEND and RECEIVE transactions.
    public var reference: String?
    /// 3 letter alpha code for the currency – see list of currency codes
    public var currencyCode: CurrencyCode?
    /// Exchange rate to base currency when money is spent or received. e.g.0.7500 Only used for bank transactions in non
    /// base currency. If this isn’t specified for non base currency accounts then either the user-defined rate (preference)
    /// or the XE.com day rate will be used. Setting currency is only supported on overpayments.
    public var currencyRate: Double?
    /// URL link to a source document – shown as “Go to App Name”
    public var url: String?
    /// See Bank Transaction Status Codes
    public var status: BankTransactionStatus?
    /// Line amounts are exclusive of tax by default if you don’t specify this element. See Line Amount Types
    public var lineAmountTypes: LineAmountTypes?
    /// Total of bank transaction excluding taxes
    public var subTotal: Double?
    /// Total tax on bank transaction
    public var totalTax: Double?
    /// Total of bank transaction tax inclusive
    public var total: Double?
    /// Xero generated unique identifier for bank transaction
    public var bankTransactionID: String?
    /// Xero generated unique identifier for a Prepayment. This will be returned on BankTransactions with a Type of
    /// SPEND-PREPAYMENT or RECEIVE-PREPAYMENT
    ///
    /// Only the server sets it.
    public var prepaymentID: String?
    /// Xero generated unique identifier for an Overpayment. This will be returned on BankTransactions with a Type of
    /// SPEND-OVERPAYMENT or RECEIVE-OVERPAYMENT
    ///
    /// Only the server sets it.
    public var overpaymentID: String?
    /// Last modified date UTC format
    ///
    /// Only the server sets it.
    public var updatedDateUtc: Date?
    /// Boolean to indicate if a bank transaction has an attachment
    ///
    /// Only the server sets it. Default: `"false"`.
    public var hasAttachments: Bool?
    /// A string to indicate if a invoice status
    public var statusAttributeString: String?
    /// Displays array of validation error messages from the API
    public var validationErrors: [ValidationError]?

    public init(
      type: BankTransactionType, lineItems: [LineItem], bankAccount: Account, contact: Contact? = nil,
      isReconciled: Bool? = nil, date: String? = nil, reference: String? = nil, currencyCode: CurrencyCode? = nil,
      currencyRate: Double? = nil, url: String? = nil, status: BankTransactionStatus? = nil,
      lineAmountTypes: LineAmountTypes? = nil, subTotal: Double? = nil, totalTax: Double? = nil, total: Double? = nil,
      bankTransactionID: String? = nil, prepaymentID: String? = nil, overpaymentID: String? = nil,
      updatedDateUtc: Date? = nil, hasAttachments: Bool? = nil, statusAttributeString: String? = nil,
      validationErrors: [ValidationError]? = nil
    ) {
      self.type = type
      self.lineItems = lineItems
      self.bankAccount = bankAccount
      self.contact = contact
      self.isReconciled = isReconciled
      self.date = date
      self.reference = reference
      self.currencyCode = currencyCode
      self.currencyRate = currencyRate
      self.url = url
      self.status = status
      self.lineAmountTypes = lineAmountTypes
      self.subTotal = subTotal
      self.totalTax = totalTax
      self.total = total
      self.bankTransactionID = bankTransactionID
      self.prepaymentID = prepaymentID
      self.overpaymentID = overpaymentID
      self.updatedDateUtc = updatedDateUtc
      self.hasAttachments = hasAttachments
      self.statusAttributeString = statusAttributeString
      self.validationErrors = validationErrors
    }

    public init(_ unread: Unread) {
      type = BankTransactionType(rawValue: "")
      lineItems = []
      bankAccount = Account(unread)
    }

    public mutating func list(_ members: Members) {
      members.required("Type", &type)
      members.optional("Contact", &contact)
      members.required("LineItems", &lineItems)
      members.required("BankAccount", &bankAccount)
      members.optional("IsReconciled", &isReconciled)
      members.optional("Date", &date)
      members.optional("Reference", &reference)
      members.optional("CurrencyCode", &currencyCode)
      members.optional("CurrencyRate", &currencyRate)
      members.optional("Url", &url)
      members.optional("Status", &status)
      members.optional("LineAmountTypes", &lineAmountTypes)
      members.optional("SubTotal", &subTotal)
      members.optional("TotalTax", &totalTax)
      members.optional("Total", &total)
      members.optional("BankTransactionID", &bankTransactionID)
      members.optional("PrepaymentID", &prepaymentID)
      members.optional("OverpaymentID", &overpaymentID)
      members.optional("UpdatedDateUTC", &updatedDateUtc, .microsoftDate)
      members.optional("HasAttachments", &hasAttachments)
      members.optional("StatusAttributeString", &statusAttributeString)
      members.optional("ValidationErrors", &validationErrors)
    }
  }

  /// See Bank Transaction Status Codes
  public struct BankTransactionStatus: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var authorised: Self { Self(rawValue: "AUTHORISED") }
    public static var deleted: Self { Self(rawValue: "DELETED") }
    public static var voided: Self { Self(rawValue: "VOIDED") }

    public static var knownValues: [Self] { [.authorised, .deleted, .voided] }
  }

  /// See Bank Transaction Types
  public struct BankTransactionType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var receive: Self { Self(rawValue: "RECEIVE") }
    public static var receiveOverpayment: Self { Self(rawValue: "RECEIVE-OVERPAYMENT") }
    public static var receivePrepayment: Self { Self(rawValue: "RECEIVE-PREPAYMENT") }
    public static var spend: Self { Self(rawValue: "SPEND") }
    public static var spendOverpayment: Self { Self(rawValue: "SPEND-OVERPAYMENT") }
    public static var spendPrepayment: Self { Self(rawValue: "SPEND-PREPAYMENT") }
    public static var receiveTransfer: Self { Self(rawValue: "RECEIVE-TRANSFER") }
    public static var spendTransfer: Self { Self(rawValue: "SPEND-TRANSFER") }

    public static var knownValues: [Self] {
      [
        .receive, .receiveOverpayment, .receivePrepayment, .spend, .spendOverpayment, .spendPrepayment, .receiveTransfer,
        .spendTransfer,
      ]
    }
  }

  /// BankTransactions.
  public struct BankTransactions: ObjectModel {
    public var pagination: Pagination?
    /// Displays array of warning messages from the API
    public var warnings: [ValidationError]?
    public var bankTransactions: [BankTransaction]?

    public init(
      pagination: Pagination? = nil, warnings: [ValidationError]? = nil, bankTransactions: [BankTransaction]? = nil
    ) {
      self.pagination = pagination
      self.warnings = warnings
      self.bankTransactions = bankTransactions
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("pagination", &pagination)
      members.optional("Warnings", &warnings)
      members.optional("BankTransactions", &bankTransactions)
    }
  }

  /// BankTransfer.
  public struct BankTransfer: ObjectModel {
    public var fromBankAccount: Account
    public var toBankAccount: Account
    /// amount of the transaction
    public var amount: Double
    /// The date of the Transfer YYYY-MM-DD
    public var date: String?
    /// The identifier of the Bank Transfer
    ///
    /// Only the server sets it.
    public var bankTransferID: String?
    /// The currency rate
    ///
    /// Only the server sets it.
    public var currencyRate: Double?
    /// The Bank Transaction ID for the source account
    ///
    /// Only the server sets it.
    public var fromBankTransactionID: String?
    /// The Bank Transaction ID for the destination account
    ///
    /// Only the server sets it.
    public var toBankTransactionID: String?
    /// The Bank Transaction boolean to show if it is reconciled for the source account
    ///
    /// Default: `"false"`.
    public var fromIsReconciled: Bool?
    /// The Bank Transaction boolean to show if it is reconciled for the destination account
    ///
    /// Default: `"false"`.
    public var toIsReconciled: Bool?
    /// Reference for the transactions.
    public var reference: String?
    /// Boolean to indicate if a Bank Transfer has an attachment
    ///
    /// Only the server sets it. Default: `"false"`.
    public var hasAttachments: Bool?
    /// UTC timestamp of creation date of bank transfer
    ///
    /// Only the server sets it.
    public var createdDateUtc: Date?
    /// AUTHORISED or DELETED (read-only). New bank transfers will have a status of AUTHORISED.
    ///
    /// Only the server sets it.
    public var status: BankTransferStatus?
    /// Optional Tracking Category for the source account – see Tracking. A bank transfer can have a maximum of 2 tracking
    /// categories per account.
    public var fromTracking: [TrackingReference]?
    /// Optional Tracking Category for the destination account – see Tracking. A bank transfer can have a maximum of 2
    /// tracking categories per account.
    public var toTracking: [TrackingReference]?
    /// Displays array of validation error messages from the API
    public var validationErrors: [ValidationError]?

    public init(
      fromBankAccount: Account, toBankAccount: Account, amount: Double, date: String? = nil, bankTransferID: String? = nil,
      currencyRate: Double? = nil, fromBankTransactionID: String? = nil, toBankTransactionID: String? = nil,
      fromIsReconciled: Bool? = nil, toIsReconciled: Bool? = nil, reference: String? = nil, hasAttachments: Bool? = nil,
      createdDateUtc: Date? = nil, status: BankTransferStatus? = nil, fromTracking: [TrackingReference]? = nil,
      toTracking: [TrackingReference]? = nil, validationErrors: [ValidationError]? = nil
    ) {
      self.fromBankAccount = fromBankAccount
      self.toBankAccount = toBankAccount
      self.amount = amount
      self.date = date
      self.bankTransferID = bankTransferID
      self.currencyRate = currencyRate
      self.fromBankTransactionID = fromBankTransactionID
      self.toBankTransactionID = toBankTransactionID
      self.fromIsReconciled = fromIsReconciled
      self.toIsReconciled = toIsReconciled
      self.reference = reference
      self.hasAttachments = hasAttachments
      self.createdDateUtc = createdDateUtc
      self.status = status
      self.fromTracking = fromTracking
      self.toTracking = toTracking
      self.validationErrors = validationErrors
    }

    public init(_ unread: Unread) {
      fromBankAccount = Account(unread)
      toBankAccount = Account(unread)
      amount = 0
    }

    public mutating func list(_ members: Members) {
      members.required("FromBankAccount", &fromBankAccount)
      members.required("ToBankAccount", &toBankAccount)
      members.required("Amount", &amount)
      members.optional("Date", &date)
      members.optional("BankTransferID", &bankTransferID)
      members.optional("CurrencyRate", &currencyRate)
      members.optional("FromBankTransactionID", &fromBankTransactionID)
      members.optional("ToBankTransactionID", &toBankTransactionID)
      members.optional("FromIsReconciled", &fromIsReconciled)
      members.optional("ToIsReconciled", &toIsReconciled)
      members.optional("Reference", &reference)
      members.optional("HasAttachments", &hasAttachments)
      members.optional("CreatedDateUTC", &createdDateUtc, .microsoftDate)
      members.optional("Status", &status)
      members.optional("FromTracking", &fromTracking)
      members.optional("ToTracking", &toTracking)
      members.optional("ValidationErrors", &validationErrors)
    }
  }

  /// BankTransferDelete.
  public struct BankTransferDelete: ObjectModel {
    /// The Xero identifier for a bank transfer
    public var bankTransferID: String
    /// The status of the bank transfer.
    ///
    /// Default: `"DELETED"`.
    public var status: String

    public init(bankTransferID: String, status: String) {
      self.bankTransferID = bankTransferID
      self.status = status
    }

    public init(_ unread: Unread) {
      bankTransferID = ""
      status = ""
    }

    public mutating func list(_ members: Members) {
      members.required("BankTransferID", &bankTransferID)
      members.required("Status", &status)
    }
  }

  /// The same type as ``BatchPaymentDeleteByURLParam``.
  public typealias BankTransferDeleteByURLParam = BatchPaymentDeleteByURLParam

  /// AUTHORISED or DELETED (read-only). New bank transfers will have a status of AUTHORISED.
  ///
  /// Only the server sets it.
  public typealias BankTransferStatus = PaymentStatus

  /// BankTransfers.
  public struct BankTransfers: ObjectModel {
    public var bankTransfers: [BankTransfer]?

    public init(bankTransfers: [BankTransfer]? = nil) {
      self.bankTransfers = bankTransfers
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("BankTransfers", &bankTransfers)
    }
  }

  /// BankTransfersDelete.
  public struct BankTransfersDelete: ObjectModel {
    public var bankTransfers: [BankTransferDelete]?

    public init(bankTransfers: [BankTransferDelete]? = nil) {
      self.bankTransfers = bankTransfers
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("BankTransfers", &bankTransfers)
    }
  }

  /// BatchPayment.
  public struct BatchPayment: ObjectModel {
    public var account: Account?
    /// (NZ Only) Optional references for the batch payment transaction. It will also show with the batch payment
    /// transaction in the bank reconciliation Find & Match screen. Depending on your individual bank, the detail may also
    /// show on the bank statement you import into Xero.
    public var reference: String?
    /// (NZ Only) Optional references for the batch payment transaction. It will also show with the batch payment
    /// transaction in the bank reconciliation Find & Match screen. Depending on your individual bank, the detail may also
    /// show on the bank statement you import into Xero.
    public var particulars: String?
    /// (NZ Only) Optional references for the batch payment transaction. It will also show with the batch payment
    /// transaction in the bank reconciliation Find & Match screen. Depending on your individual bank, the detail may also
    /// show on the bank statement you import into Xero.
    public var code: String?
    /// (Non-NZ Only) These details are sent to the org’s bank as a reference for the batch payment transaction. They will
    /// also show with the batch payment transaction in the bank reconciliation Find & Match screen. Depending on your
    /// individual bank, the detail may also show on the bank statement imported into Xero. Maximum field length = 18
    public var details: String?
    /// (UK Only) Only shows on the statement line in Xero. Max length =18
    public var narrative: String?
    /// The Xero generated unique identifier for the bank transaction (read-only)
    ///
    /// Only the server sets it.
    public var batchPaymentID: String?
    /// Date the payment is being made (YYYY-MM-DD) e.g. 2009-09-06
    public var dateString: String?
    /// Date the payment is being made (YYYY-MM-DD) e.g. 2009-09-06
    public var date: String?
    /// The amount of the payment. Must be less than or equal to the outstanding amount owing on the invoice e.g. 200.00
    public var amount: Double?
    /// An array of payments
    public var payments: [Payment]?
    /// PAYBATCH for bill payments or RECBATCH for sales invoice payments (read-only)
    ///
    /// Only the server sets it.
    public var type: BatchPaymentType?
    /// AUTHORISED or DELETED (read-only). New batch payments will have a status of AUTHORISED. It is not possible to delete
    /// batch payments via the API.
    ///
    /// Only the server sets it.
    public var status: BatchPaymentStatus?
    /// The total of the payments that make up the batch (read-only)
    ///
    /// Only the server sets it.
    public var totalAmount: Double?
    /// UTC timestamp of last update to the payment
    ///
    /// Only the server sets it.
    public var updatedDateUtc: Date?
    /// Booelan that tells you if the batch payment has been reconciled (read-only)
    ///
    /// Only the server sets it.
    public var isReconciled: Bool?
    /// Displays array of validation error messages from the API
    public var validationErrors: [ValidationError]?

    public init(
      account: Account? = nil, reference: String? = nil, particulars: String? = nil, code: String? = nil,
      details: String? = nil, narrative: String? = nil, batchPaymentID: String? = nil, dateString: String? = nil,
      date: String? = nil, amount: Double? = nil, payments: [Payment]? = nil, type: BatchPaymentType? = nil,
      status: BatchPaymentStatus? = nil, totalAmount: Double? = nil, updatedDateUtc: Date? = nil, isReconciled: Bool? = nil,
      validationErrors: [ValidationError]? = nil
    ) {
      self.account = account
      self.reference = reference
      self.particulars = particulars
      self.code = code
      self.details = details
      self.narrative = narrative
      self.batchPaymentID = batchPaymentID
      self.dateString = dateString
      self.date = date
      self.amount = amount
      self.payments = payments
      self.type = type
      self.status = status
      self.totalAmount = totalAmount
      self.updatedDateUtc = updatedDateUtc
      self.isReconciled = isReconciled
      self.validationErrors = validationErrors
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Account", &account)
      members.optional("Reference", &reference)
      members.optional("Particulars", &particulars)
      members.optional("Code", &code)
      members.optional("Details", &details)
      members.optional("Narrative", &narrative)
      members.optional("BatchPaymentID", &batchPaymentID)
      members.optional("DateString", &dateString)
      members.optional("Date", &date)
      members.optional("Amount", &amount)
      members.optional("Payments", &payments)
      members.optional("Type", &type)
      members.optional("Status", &status)
      members.optional("TotalAmount", &totalAmount)
      members.optional("UpdatedDateUTC", &updatedDateUtc, .microsoftDate)
      members.optional("IsReconciled", &isReconciled)
      members.optional("ValidationErrors", &validationErrors)
    }
  }

  /// BatchPaymentDelete.
  public struct BatchPaymentDelete: ObjectModel {
    /// The Xero generated unique identifier for the bank transaction (read-only)
    public var batchPaymentID: String
    /// The status of the batch payment.
    ///
    /// Default: `"DELETED"`.
    public var status: String

    public init(batchPaymentID: String, status: String) {
      self.batchPaymentID = batchPaymentID
      self.status = status
    }

    public init(_ unread: Unread) {
      batchPaymentID = ""
      status = ""
    }

    public mutating func list(_ members: Members) {
      members.required("BatchPaymentID", &batchPaymentID)
      members.required("Status", &status)
    }
  }

  /// BatchPaymentDeleteByURLParam.
  public struct BatchPaymentDeleteByURLParam: ObjectModel {
    /// The status of the batch payment.
    ///
    /// Default: `"DELETED"`.
    public var status: String

    public init(status: String) {
      self.status = status
    }

    public init(_ unread: Unread) {
      status = ""
    }

    public mutating func list(_ members: Members) {
      members.required("Status", &status)
    }
  }

  /// Bank details for use on a batch payment stored with each contact
  public struct BatchPaymentDetails: ObjectModel {
    /// Bank account number for use with Batch Payments
    public var bankAccountNumber: String?
    /// Name of bank for use with Batch Payments
    public var bankAccountName: String?
    /// (Non-NZ Only) These details are sent to the org’s bank as a reference for the batch payment transaction. They will
    /// also show with the batch payment transaction in the bank reconciliation Find & Match screen. Depending on your
    /// individual bank, the detail may also show on the bank statement imported into Xero. Maximum field length = 18
    public var details: String?
    /// (NZ Only) Optional references for the batch payment transaction. It will also show with the batch payment
    /// transaction in the bank reconciliation Find & Match screen. Depending on your individual bank, the detail may also
    /// show on the bank statement you import into Xero.
    public var code: String?
    /// (NZ Only) Optional references for the batch payment transaction. It will also show with the batch payment
    /// transaction in the bank reconciliation Find & Match screen. Depending on your individual bank, the detail may also
    /// show on the bank statement you import into Xero.
    public var reference: String?

    public init(
      bankAccountNumber: String? = nil, bankAccountName: String? = nil, details: String? = nil, code: String? = nil,
      reference: String? = nil
    ) {
      self.bankAccountNumber = bankAccountNumber
      self.bankAccountName = bankAccountName
      self.details = details
      self.code = code
      self.reference = reference
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("BankAccountNumber", &bankAccountNumber)
      members.optional("BankAccountName", &bankAccountName)
      members.optional("Details", &details)
      members.optional("Code", &code)
      members.optional("Reference", &reference)
    }
  }

  /// AUTHORISED or DELETED (read-only). New batch payments will have a status of AUTHORISED. It is not possible to delete
  /// batch payments via the API.
  ///
  /// Only the server sets it.
  public typealias BatchPaymentStatus = PaymentStatus

  /// PAYBATCH for bill payments or RECBATCH for sales invoice payments (read-only)
  ///
  /// Only the server sets it.
  public struct BatchPaymentType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var paybatch: Self { Self(rawValue: "PAYBATCH") }
    public static var recbatch: Self { Self(rawValue: "RECBATCH") }

    public static var knownValues: [Self] { [.paybatch, .recbatch] }
  }

  /// BatchPayments.
  public struct BatchPayments: ObjectModel {
    public var batchPayments: [BatchPayment]?

    public init(batchPayments: [BatchPayment]? = nil) {
      self.batchPayments = batchPayments
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("BatchPayments", &batchPayments)
    }
  }

  /// Bill.
  public struct Bill: ObjectModel {
    /// Day of Month (0-31)
    public var day: Int?
    public var type: PaymentTermType?

    public init(day: Int? = nil, type: PaymentTermType? = nil) {
      self.day = day
      self.type = type
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Day", &day)
      members.optional("Type", &type)
    }
  }

  /// BrandingTheme.
  public struct BrandingTheme: ObjectModel {
    /// Xero identifier
    public var brandingThemeID: String?
    /// Name of branding theme
    public var name: String?
    /// The location of the image file used as the logo on this branding theme
    public var logoURL: String?
    /// Always INVOICE
    public var type: String?
    /// Integer – ranked order of branding theme. The default branding theme has a value of 0
    public var sortOrder: Int?
    /// UTC timestamp of creation date of branding theme
    ///
    /// Only the server sets it.
    public var createdDateUtc: Date?

    public init(
      brandingThemeID: String? = nil, name: String? = nil, logoURL: String? = nil, type: String? = nil, sortOrder: Int? = nil,
      createdDateUtc: Date? = nil
    ) {
      self.brandingThemeID = brandingThemeID
      self.name = name
      self.logoURL = logoURL
      self.type = type
      self.sortOrder = sortOrder
      self.createdDateUtc = createdDateUtc
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("BrandingThemeID", &brandingThemeID)
      members.optional("Name", &name)
      members.optional("LogoUrl", &logoURL)
      members.optional("Type", &type)
      members.optional("SortOrder", &sortOrder)
      members.optional("CreatedDateUTC", &createdDateUtc, .microsoftDate)
    }
  }

  /// BrandingThemes.
  public struct BrandingThemes: ObjectModel {
    public var brandingThemes: [BrandingTheme]?

    public init(brandingThemes: [BrandingTheme]? = nil) {
      self.brandingThemes = brandingThemes
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("BrandingThemes", &brandingThemes)
    }
  }

  /// Budget.
  public struct Budget: ObjectModel {
    /// Xero identifier
    public var budgetID: String?
    /// Type of Budget. OVERALL or TRACKING
    public var type: BudgetType?
    /// The Budget description
    public var description: String?
    /// UTC timestamp of last update to budget
    ///
    /// Only the server sets it.
    public var updatedDateUtc: Date?
    public var budgetLines: [BudgetLine]?
    public var tracking: [TrackingCategory]?

    public init(
      budgetID: String? = nil, type: BudgetType? = nil, description: String? = nil, updatedDateUtc: Date? = nil,
      budgetLines: [BudgetLine]? = nil, tracking: [TrackingCategory]? = nil
    ) {
      self.budgetID = budgetID
      self.type = type
      self.description = description
      self.updatedDateUtc = updatedDateUtc
      self.budgetLines = budgetLines
      self.tracking = tracking
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("BudgetID", &budgetID)
      members.optional("Type", &type)
      members.optional("Description", &description)
      members.optional("UpdatedDateUTC", &updatedDateUtc, .microsoftDate)
      members.optional("BudgetLines", &budgetLines)
      members.optional("Tracking", &tracking)
    }
  }

  /// BudgetBalance.
  public struct BudgetBalance: ObjectModel {
    /// Period the amount applies to (e.g. “2019-08”)
    public var period: String?
    /// LineItem Quantity
    public var amount: Double?
    /// Budgeted amount
    public var unitAmount: Double?
    /// Any footnotes associated with this balance
    public var notes: String?

    public init(period: String? = nil, amount: Double? = nil, unitAmount: Double? = nil, notes: String? = nil) {
      self.period = period
      self.amount = amount
      self.unitAmount = unitAmount
      self.notes = notes
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Period", &period)
      members.optional("Amount", &amount)
      members.optional("UnitAmount", &unitAmount)
      members.optional("Notes", &notes)
    }
  }

  /// BudgetLine.
  public struct BudgetLine: ObjectModel {
    /// See Accounts
    public var accountID: String?
    /// See Accounts
    public var accountCode: String?
    public var budgetBalances: [BudgetBalance]?

    public init(accountID: String? = nil, accountCode: String? = nil, budgetBalances: [BudgetBalance]? = nil) {
      self.accountID = accountID
      self.accountCode = accountCode
      self.budgetBalances = budgetBalances
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("AccountID", &accountID)
      members.optional("AccountCode", &accountCode)
      members.optional("BudgetBalances", &budgetBalances)
    }
  }

  /// Type of Budget. OVERALL or TRACKING
  public struct BudgetType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var overall: Self { Self(rawValue: "OVERALL") }
    public static var tracking: Self { Self(rawValue: "TRACKING") }

    public static var knownValues: [Self] { [.overall, .tracking] }
  }

  /// Budgets.
  public struct Budgets: ObjectModel {
    public var budgets: [Budget]?

    public init(budgets: [Budget]? = nil) {
      self.budgets = budgets
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Budgets", &budgets)
    }
  }

  /// CisOrgSetting.
  public struct CisOrgSetting: ObjectModel {
    /// true or false - Boolean that describes if the organisation is a CIS Contractor
    public var cisContractorEnabled: Bool?
    /// true or false - Boolean that describes if the organisation is a CIS SubContractor
    public var cisSubContractorEnabled: Bool?
    /// CIS Deduction rate for the organisation
    ///
    /// Only the server sets it.
    public var rate: Double?

    public init(cisContractorEnabled: Bool? = nil, cisSubContractorEnabled: Bool? = nil, rate: Double? = nil) {
      self.cisContractorEnabled = cisContractorEnabled
      self.cisSubContractorEnabled = cisSubContractorEnabled
      self.rate = rate
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("CISContractorEnabled", &cisContractorEnabled)
      members.optional("CISSubContractorEnabled", &cisSubContractorEnabled)
      members.optional("Rate", &rate)
    }
  }

  /// CisOrgSettings.
  public struct CisOrgSettings: ObjectModel {
    public var cisSettings: [CisOrgSetting]?

    public init(cisSettings: [CisOrgSetting]? = nil) {
      self.cisSettings = cisSettings
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("CISSettings", &cisSettings)
    }
  }

  /// CisSetting.
  public struct CisSetting: ObjectModel {
    /// Boolean that describes if the contact is a CIS Subcontractor
    public var cisEnabled: Bool?
    /// CIS Deduction rate for the contact if he is a subcontractor. If the contact is not CISEnabled, then the rate is not
    /// returned
    ///
    /// Only the server sets it.
    public var rate: Double?

    public init(cisEnabled: Bool? = nil, rate: Double? = nil) {
      self.cisEnabled = cisEnabled
      self.rate = rate
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("CISEnabled", &cisEnabled)
      members.optional("Rate", &rate)
    }
  }

  /// CisSettings.
  public struct CisSettings: ObjectModel {
    public var cisSettings: [CisSetting]?

    public init(cisSettings: [CisSetting]? = nil) {
      self.cisSettings = cisSettings
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("CISSettings", &cisSettings)
    }
  }

  /// Contact.
  public struct Contact: ObjectModel {
    /// Xero identifier
    public var contactID: String?
    /// ID for the destination of a merged contact. Only returned when using paging or when fetching a contact by ContactId
    /// or ContactNumber.
    public var mergedToContactID: String?
    /// This can be updated via the API only i.e. This field is read only on the Xero contact screen, used to identify
    /// contacts in external systems (max length = 50). If the Contact Number is used, this is displayed as Contact Code in
    /// the Contacts UI in Xero.
    public var contactNumber: String?
    /// A user defined account number. This can be updated via the API and the Xero UI (max length = 50)
    public var accountNumber: String?
    /// Current status of a contact – see contact status types
    public var contactStatus: ContactContactStatus?
    /// Full name of contact/organisation (max length = 255)
    public var name: String?
    /// First name of contact person (max length = 255)
    public var firstName: String?
    /// Last name of contact person (max length = 255)
    public var lastName: String?
    /// Company registration number (max length = 50)
    public var companyNumber: String?
    /// Email address of contact person (umlauts not supported) (max length  = 255)
    public var emailAddress: String?
    /// See contact persons
    public var contactPersons: [ContactPerson]?
    /// Bank account number of contact
    public var bankAccountDetails: String?
    /// Tax number of contact – this is also known as the ABN (Australia), GST Number (New Zealand), VAT Number (UK) or Tax
    /// ID Number (US and global) in the Xero UI depending on which regionalized version of Xero you are using (max length =
    /// 50)
    public var taxNumber: String?
    /// Identifier of the regional type of tax number, such as US, UK, or other regional tax identifiers
    public var taxNumberType: ContactTaxNumberType?
    /// The tax type from TaxRates
    public var accountsReceivableTaxType: String?
    /// The tax type from TaxRates
    public var accountsPayableTaxType: String?
    /// Store certain address types for a contact – see address types
    public var addresses: [Address]?
    /// Store certain phone types for a contact – see phone types
    public var phones: [Phone]?
    /// true or false – Boolean that describes if a contact that has any AP invoices entered against them. Cannot be set via
    /// PUT or POST – it is automatically set when an accounts payable invoice is generated against this contact.
    public var isSupplier: Bool?
    /// true or false – Boolean that describes if a contact has any AR invoices entered against them. Cannot be set via PUT
    /// or POST – it is automatically set when an accounts receivable invoice is generated against this contact.
    public var isCustomer: Bool?
    /// The default sales line amount type for a contact. Only available when summaryOnly parameter or paging is used, or
    /// when fetch by ContactId or ContactNumber.
    public var salesDefaultLineAmountType: ContactSalesDefaultLineAmountType?
    /// The default purchases line amount type for a contact Only available when summaryOnly parameter or paging is used, or
    /// when fetch by ContactId or ContactNumber.
    public var purchasesDefaultLineAmountType: ContactPurchasesDefaultLineAmountType?
    /// 3 letter alpha code for the currency – see list of currency codes
    public var defaultCurrency: CurrencyCode?
    /// Store XeroNetworkKey for contacts.
    public var xeroNetworkKey: String?
    /// The default sales account code for contacts
    public var salesDefaultAccountCode: String?
    /// The default purchases account code for contacts
    public var purchasesDefaultAccountCode: String?
    /// The default sales tracking categories for contacts
    public var salesTrackingCategories: [SalesTrackingCategory]?
    /// The default purchases tracking categories for contacts
    public var purchasesTrackingCategories: [SalesTrackingCategory]?
    /// The name of the Tracking Category assigned to the contact under SalesTrackingCategories and
    /// PurchasesTrackingCategories
    public var trackingCategoryName: String?
    /// The name of the Tracking Option assigned to the contact under SalesTrackingCategories and
    /// PurchasesTrackingCategories
    public var trackingCategoryOption: String?
    public var paymentTerms: PaymentTerm?
    /// UTC timestamp of last update to contact
    ///
    /// Only the server sets it.
    public var updatedDateUtc: Date?
    /// Displays which contact groups a contact is included in
    public var contactGroups: [ContactGroup]?
    /// Website address for contact (read only)
    ///
    /// Only the server sets it.
    public var website: String?
    public var brandingTheme: BrandingTheme?
    /// Bank details for use on a batch payment stored with each contact
    public var batchPayments: BatchPaymentDetails?
    /// The default discount rate for the contact (read only)
    ///
    /// Only the server sets it.
    public var discount: Double?
    /// The raw AccountsReceivable(sales invoices) and AccountsPayable(bills) outstanding and overdue amounts, not converted
    /// to base currency (read only)
    public var balances: Balances?
    /// Displays array of attachments from the API
    public var attachments: [Attachment]?
    /// A boolean to indicate if a contact has an attachment
    ///
    /// Default: `"false"`.
    public var hasAttachments: Bool?
    /// Displays validation errors returned from the API
    public var validationErrors: [ValidationError]?
    /// A boolean to indicate if a contact has an validation errors
    ///
    /// Default: `"false"`.
    public var hasValidationErrors: Bool?
    /// Status of object
    public var statusAttributeString: String?

    public init(
      contactID: String? = nil, mergedToContactID: String? = nil, contactNumber: String? = nil, accountNumber: String? = nil,
      contactStatus: ContactContactStatus? = nil, name: String? = nil, firstName: String? = nil, lastName: String? = nil,
      companyNumber: String? = nil, emailAddress: String? = nil, contactPersons: [ContactPerson]? = nil,
      bankAccountDetails: String? = nil, taxNumber: String? = nil, taxNumberType: ContactTaxNumberType? = nil,
      accountsReceivableTaxType: String? = nil, accountsPayableTaxType: String? = nil, addresses: [Address]? = nil,
      phones: [Phone]? = nil, isSupplier: Bool? = nil, isCustomer: Bool? = nil,
      salesDefaultLineAmountType: ContactSalesDefaultLineAmountType? = nil,
      purchasesDefaultLineAmountType: ContactPurchasesDefaultLineAmountType? = nil, defaultCurrency: CurrencyCode? = nil,
      xeroNetworkKey: String? = nil, salesDefaultAccountCode: String? = nil, purchasesDefaultAccountCode: String? = nil,
      salesTrackingCategories: [SalesTrackingCategory]? = nil, purchasesTrackingCategories: [SalesTrackingCategory]? = nil,
      trackingCategoryName: String? = nil, trackingCategoryOption: String? = nil, paymentTerms: PaymentTerm? = nil,
      updatedDateUtc: Date? = nil, contactGroups: [ContactGroup]? = nil, website: String? = nil,
      brandingTheme: BrandingTheme? = nil, batchPayments: BatchPaymentDetails? = nil, discount: Double? = nil,
      balances: Balances? = nil, attachments: [Attachment]? = nil, hasAttachments: Bool? = nil,
      validationErrors: [ValidationError]? = nil, hasValidationErrors: Bool? = nil, statusAttributeString: String? = nil
    ) {
      self.contactID = contactID
      self.mergedToContactID = mergedToContactID
      self.contactNumber = contactNumber
      self.accountNumber = accountNumber
      self.contactStatus = contactStatus
      self.name = name
      self.firstName = firstName
      self.lastName = lastName
      self.companyNumber = companyNumber
      self.emailAddress = emailAddress
      self.contactPersons = contactPersons
      self.bankAccountDetails = bankAccountDetails
      self.taxNumber = taxNumber
      self.taxNumberType = taxNumberType
      self.accountsReceivableTaxType = accountsReceivableTaxType
      self.accountsPayableTaxType = accountsPayableTaxType
      self.addresses = addresses
      self.phones = phones
      self.isSupplier = isSupplier
      self.isCustomer = isCustomer
      self.salesDefaultLineAmountType = salesDefaultLineAmountType
      self.purchasesDefaultLineAmountType = purchasesDefaultLineAmountType
      self.defaultCurrency = defaultCurrency
      self.xeroNetworkKey = xeroNetworkKey
      self.salesDefaultAccountCode = salesDefaultAccountCode
      self.purchasesDefaultAccountCode = purchasesDefaultAccountCode
      self.salesTrackingCategories = salesTrackingCategories
      self.purchasesTrackingCategories = purchasesTrackingCategories
      self.trackingCategoryName = trackingCategoryName
      self.trackingCategoryOption = trackingCategoryOption
      self.paymentTerms = paymentTerms
      self.updatedDateUtc = updatedDateUtc
      self.contactGroups = contactGroups
      self.website = website
      self.brandingTheme = brandingTheme
      self.batchPayments = batchPayments
      self.discount = discount
      self.balances = balances
      self.attachments = attachments
      self.hasAttachments = hasAttachments
      self.validationErrors = validationErrors
      self.hasValidationErrors = hasValidationErrors
      self.statusAttributeString = statusAttributeString
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("ContactID", &contactID)
      members.optional("MergedToContactID", &mergedToContactID)
      members.optional("ContactNumber", &contactNumber)
      members.optional("AccountNumber", &accountNumber)
      members.optional("ContactStatus", &contactStatus)
      members.optional("Name", &name)
      members.optional("FirstName", &firstName)
      members.optional("LastName", &lastName)
      members.optional("CompanyNumber", &companyNumber)
      members.optional("EmailAddress", &emailAddress)
      members.optional("ContactPersons", &contactPersons)
      members.optional("BankAccountDetails", &bankAccountDetails)
      members.optional("TaxNumber", &taxNumber)
      members.optional("TaxNumberType", &taxNumberType)
      members.optional("AccountsReceivableTaxType", &accountsReceivableTaxType)
      members.optional("AccountsPayableTaxType", &accountsPayableTaxType)
      members.optional("Addresses", &addresses)
      members.optional("Phones", &phones)
      members.optional("IsSupplier", &isSupplier)
      members.optional("IsCustomer", &isCustomer)
      members.optional("SalesDefaultLineAmountType", &salesDefaultLineAmountType)
      members.optional("PurchasesDefaultLineAmountType", &purchasesDefaultLineAmountType)
      members.optional("DefaultCurrency", &defaultCurrency)
      members.optional("XeroNetworkKey", &xeroNetworkKey)
      members.optional("SalesDefaultAccountCode", &salesDefaultAccountCode)
      members.optional("PurchasesDefaultAccountCode", &purchasesDefaultAccountCode)
      members.optional("SalesTrackingCategories", &salesTrackingCategories)
      members.optional("PurchasesTrackingCategories", &purchasesTrackingCategories)
      members.optional("TrackingCategoryName", &trackingCategoryName)
      members.optional("TrackingCategoryOption", &trackingCategoryOption)
      members.optional("PaymentTerms", &paymentTerms)
      members.optional("UpdatedDateUTC", &updatedDateUtc, .microsoftDate)
      members.optional("ContactGroups", &contactGroups)
      members.optional("Website", &website)
      members.optional("BrandingTheme", &brandingTheme)
      members.optional("BatchPayments", &batchPayments)
      members.optional("Discount", &discount)
      members.optional("Balances", &balances)
      members.optional("Attachments", &attachments)
      members.optional("HasAttachments", &hasAttachments)
      members.optional("ValidationErrors", &validationErrors)
      members.optional("HasValidationErrors", &hasValidationErrors)
      members.optional("StatusAttributeString", &statusAttributeString)
    }
  }

  /// Current status of a contact – see contact status types
  public struct ContactContactStatus: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var active: Self { Self(rawValue: "ACTIVE") }
    public static var archived: Self { Self(rawValue: "ARCHIVED") }
    public static var gdprrequest: Self { Self(rawValue: "GDPRREQUEST") }

    public static var knownValues: [Self] { [.active, .archived, .gdprrequest] }
  }

  /// ContactGroup.
  public struct ContactGroup: ObjectModel {
    /// The Name of the contact group. Required when creating a new contact  group
    public var name: String?
    /// The Status of a contact group. To delete a contact group update the status to DELETED. Only contact groups with a
    /// status of ACTIVE are returned on GETs.
    public var status: ContactGroupStatus?
    /// The Xero identifier for an contact group – specified as a string following the endpoint name. e.g.
    /// /297c2dc5-cc47-4afd-8ec8-74990b8761e9
    public var contactGroupID: String?
    /// The ContactID and Name of Contacts in a contact group. Returned on GETs when the ContactGroupID is supplied in the
    /// URL.
    public var contacts: [Contact]?

    public init(
      name: String? = nil, status: ContactGroupStatus? = nil, contactGroupID: String? = nil, contacts: [Contact]? = nil
    ) {
      self.name = name
      self.status = status
      self.contactGroupID = contactGroupID
      self.contacts = contacts
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Name", &name)
      members.optional("Status", &status)
      members.optional("ContactGroupID", &contactGroupID)
      members.optional("Contacts", &contacts)
    }
  }

  /// The Status of a contact group. To delete a contact group update the status to DELETED. Only contact groups with a
  /// status of ACTIVE are returned on GETs.
  public struct ContactGroupStatus: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var active: Self { Self(rawValue: "ACTIVE") }
    public static var deleted: Self { Self(rawValue: "DELETED") }

    public static var knownValues: [Self] { [.active, .deleted] }
  }

  /// ContactGroups.
  public struct ContactGroups: ObjectModel {
    public var contactGroups: [ContactGroup]?

    public init(contactGroups: [ContactGroup]? = nil) {
      self.contactGroups = contactGroups
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("ContactGroups", &contactGroups)
    }
  }

  /// ContactPerson.
  public struct ContactPerson: ObjectModel {
    /// First name of person
    public var firstName: String?
    /// Last name of person
    public var lastName: String?
    /// Email address of person
    public var emailAddress: String?
    /// boolean to indicate whether contact should be included on emails with invoices etc.
    public var includeInEmails: Bool?

    public init(
      firstName: String? = nil, lastName: String? = nil, emailAddress: String? = nil, includeInEmails: Bool? = nil
    ) {
      self.firstName = firstName
      self.lastName = lastName
      self.emailAddress = emailAddress
      self.includeInEmails = includeInEmails
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("FirstName", &firstName)
      members.optional("LastName", &lastName)
      members.optional("EmailAddress", &emailAddress)
      members.optional("IncludeInEmails", &includeInEmails)
    }
  }

  /// The default purchases line amount type for a contact Only available when summaryOnly parameter or paging is used, or
  /// when fetch by ContactId or ContactNumber.
  public typealias ContactPurchasesDefaultLineAmountType = ContactSalesDefaultLineAmountType

  /// The default sales line amount type for a contact. Only available when summaryOnly parameter or paging is used, or
  /// when fetch by ContactId or ContactNumber.
  public struct ContactSalesDefaultLineAmountType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var inclusive: Self { Self(rawValue: "INCLUSIVE") }
    public static var exclusive: Self { Self(rawValue: "EXCLUSIVE") }
    public static var noneValue: Self { Self(rawValue: "NONE") }

    public static var knownValues: [Self] { [.inclusive, .exclusive, .noneValue] }
  }

  /// Identifier of the regional type of tax number, such as US, UK, or other regional tax identifiers
  public struct ContactTaxNumberType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var ssn: Self { Self(rawValue: "SSN") }
    public static var ein: Self { Self(rawValue: "EIN") }
    public static var itin: Self { Self(rawValue: "ITIN") }
    public static var atin: Self { Self(rawValue: "ATIN") }

    public static var knownValues: [Self] { [.ssn, .ein, .itin, .atin] }
  }

  /// Contacts.
  public struct Contacts: ObjectModel {
    public var pagination: Pagination?
    /// Displays array of warning messages from the API
    public var warnings: [ValidationError]?
    public var contacts: [Contact]?

    public init(pagination: Pagination? = nil, warnings: [ValidationError]? = nil, contacts: [Contact]? = nil) {
      self.pagination = pagination
      self.warnings = warnings
      self.contacts = contacts
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("pagination", &pagination)
      members.optional("Warnings", &warnings)
      members.optional("Contacts", &contacts)
    }
  }

  /// Balance supplied for each account that has a value as at the conversion date.
  public struct ConversionBalances: ObjectModel {
    /// The account code for a account
    public var accountCode: String?
    /// The opening balances of the account. Debits are positive, credits are negative values
    public var balance: Double?
    public var balanceDetails: [BalanceDetails]?

    public init(accountCode: String? = nil, balance: Double? = nil, balanceDetails: [BalanceDetails]? = nil) {
      self.accountCode = accountCode
      self.balance = balance
      self.balanceDetails = balanceDetails
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("AccountCode", &accountCode)
      members.optional("Balance", &balance)
      members.optional("BalanceDetails", &balanceDetails)
    }
  }

  /// The date when the organisation starts using Xero
  public struct ConversionDate: ObjectModel {
    /// The month the organisation starts using Xero. Value is an integer between 1 and 12
    public var month: Int?
    /// The year the organisation starts using Xero. Value is an integer greater than 2006
    public var year: Int?

    public init(month: Int? = nil, year: Int? = nil) {
      self.month = month
      self.year = year
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Month", &month)
      members.optional("Year", &year)
    }
  }

  /// CountryCode.
  public struct CountryCode: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var ad: Self { Self(rawValue: "AD") }
    public static var ae: Self { Self(rawValue: "AE") }
    public static var af: Self { Self(rawValue: "AF") }
    public static var ag: Self { Self(rawValue: "AG") }
    public static var ai: Self { Self(rawValue: "AI") }
    public static var al: Self { Self(rawValue: "AL") }
    public static var am: Self { Self(rawValue: "AM") }
    public static var an: Self { Self(rawValue: "AN") }
    public static var ao: Self { Self(rawValue: "AO") }
    public static var aq: Self { Self(rawValue: "AQ") }
    public static var ar: Self { Self(rawValue: "AR") }
    public static var `as`: Self { Self(rawValue: "AS") }
    public static var at: Self { Self(rawValue: "AT") }
    public static var au: Self { Self(rawValue: "AU") }
    public static var aw: Self { Self(rawValue: "AW") }
    public static var az: Self { Self(rawValue: "AZ") }
    public static var ba: Self { Self(rawValue: "BA") }
    public static var bb: Self { Self(rawValue: "BB") }
    public static var bd: Self { Self(rawValue: "BD") }
    public static var be: Self { Self(rawValue: "BE") }
    public static var bf: Self { Self(rawValue: "BF") }
    public static var bg: Self { Self(rawValue: "BG") }
    public static var bh: Self { Self(rawValue: "BH") }
    public static var bi: Self { Self(rawValue: "BI") }
    public static var bj: Self { Self(rawValue: "BJ") }
    public static var bl: Self { Self(rawValue: "BL") }
    public static var bm: Self { Self(rawValue: "BM") }
    public static var bn: Self { Self(rawValue: "BN") }
    public static var bo: Self { Self(rawValue: "BO") }
    public static var br: Self { Self(rawValue: "BR") }
    public static var bs: Self { Self(rawValue: "BS") }
    public static var bt: Self { Self(rawValue: "BT") }
    public static var bw: Self { Self(rawValue: "BW") }
    public static var by: Self { Self(rawValue: "BY") }
    public static var bz: Self { Self(rawValue: "BZ") }
    public static var ca: Self { Self(rawValue: "CA") }
    public static var cc: Self { Self(rawValue: "CC") }
    public static var cd: Self { Self(rawValue: "CD") }
    public static var cf: Self { Self(rawValue: "CF") }
    public static var cg: Self { Self(rawValue: "CG") }
    public static var ch: Self { Self(rawValue: "CH") }
    public static var ci: Self { Self(rawValue: "CI") }
    public static var ck: Self { Self(rawValue: "CK") }
    public static var cl: Self { Self(rawValue: "CL") }
    public static var cm: Self { Self(rawValue: "CM") }
    public static var cn: Self { Self(rawValue: "CN") }
    public static var co: Self { Self(rawValue: "CO") }
    public static var cr: Self { Self(rawValue: "CR") }
    public static var cu: Self { Self(rawValue: "CU") }
    public static var cv: Self { Self(rawValue: "CV") }
    public static var cw: Self { Self(rawValue: "CW") }
    public static var cx: Self { Self(rawValue: "CX") }
    public static var cy: Self { Self(rawValue: "CY") }
    public static var cz: Self { Self(rawValue: "CZ") }
    public static var de: Self { Self(rawValue: "DE") }
    public static var dj: Self { Self(rawValue: "DJ") }
    public static var dk: Self { Self(rawValue: "DK") }
    public static var dm: Self { Self(rawValue: "DM") }
    public static var `do`: Self { Self(rawValue: "DO") }
    public static var dz: Self { Self(rawValue: "DZ") }
    public static var ec: Self { Self(rawValue: "EC") }
    public static var ee: Self { Self(rawValue: "EE") }
    public static var eg: Self { Self(rawValue: "EG") }
    public static var eh: Self { Self(rawValue: "EH") }
    public static var er: Self { Self(rawValue: "ER") }
    public static var es: Self { Self(rawValue: "ES") }
    public static var et: Self { Self(rawValue: "ET") }
    public static var fi: Self { Self(rawValue: "FI") }
    public static var fj: Self { Self(rawValue: "FJ") }
    public static var fk: Self { Self(rawValue: "FK") }
    public static var fm: Self { Self(rawValue: "FM") }
    public static var fo: Self { Self(rawValue: "FO") }
    public static var fr: Self { Self(rawValue: "FR") }
    public static var ga: Self { Self(rawValue: "GA") }
    public static var gb: Self { Self(rawValue: "GB") }
    public static var gd: Self { Self(rawValue: "GD") }
    public static var ge: Self { Self(rawValue: "GE") }
    public static var gg: Self { Self(rawValue: "GG") }
    public static var gh: Self { Self(rawValue: "GH") }
    public static var gi: Self { Self(rawValue: "GI") }
    public static var gl: Self { Self(rawValue: "GL") }
    public static var gm: Self { Self(rawValue: "GM") }
    public static var gn: Self { Self(rawValue: "GN") }
    public static var gq: Self { Self(rawValue: "GQ") }
    public static var gr: Self { Self(rawValue: "GR") }
    public static var gt: Self { Self(rawValue: "GT") }
    public static var gu: Self { Self(rawValue: "GU") }
    public static var gw: Self { Self(rawValue: "GW") }
    public static var gy: Self { Self(rawValue: "GY") }
    public static var hk: Self { Self(rawValue: "HK") }
    public static var hn: Self { Self(rawValue: "HN") }
    public static var hr: Self { Self(rawValue: "HR") }
    public static var ht: Self { Self(rawValue: "HT") }
    public static var hu: Self { Self(rawValue: "HU") }
    public static var id: Self { Self(rawValue: "ID") }
    public static var ie: Self { Self(rawValue: "IE") }
    public static var il: Self { Self(rawValue: "IL") }
    public static var im: Self { Self(rawValue: "IM") }
    public static var `in`: Self { Self(rawValue: "IN") }
    public static var io: Self { Self(rawValue: "IO") }
    public static var iq: Self { Self(rawValue: "IQ") }
    public static var ir: Self { Self(rawValue: "IR") }
    public static var `is`: Self { Self(rawValue: "IS") }
    public static var it: Self { Self(rawValue: "IT") }
    public static var je: Self { Self(rawValue: "JE") }
    public static var jm: Self { Self(rawValue: "JM") }
    public static var jo: Self { Self(rawValue: "JO") }
    public static var jp: Self { Self(rawValue: "JP") }
    public static var ke: Self { Self(rawValue: "KE") }
    public static var kg: Self { Self(rawValue: "KG") }
    public static var kh: Self { Self(rawValue: "KH") }
    public static var ki: Self { Self(rawValue: "KI") }
    public static var km: Self { Self(rawValue: "KM") }
    public static var kn: Self { Self(rawValue: "KN") }
    public static var kp: Self { Self(rawValue: "KP") }
    public static var kr: Self { Self(rawValue: "KR") }
    public static var kw: Self { Self(rawValue: "KW") }
    public static var ky: Self { Self(rawValue: "KY") }
    public static var kz: Self { Self(rawValue: "KZ") }
    public static var la: Self { Self(rawValue: "LA") }
    public static var lb: Self { Self(rawValue: "LB") }
    public static var lc: Self { Self(rawValue: "LC") }
    public static var li: Self { Self(rawValue: "LI") }
    public static var lk: Self { Self(rawValue: "LK") }
    public static var lr: Self { Self(rawValue: "LR") }
    public static var ls: Self { Self(rawValue: "LS") }
    public static var lt: Self { Self(rawValue: "LT") }
    public static var lu: Self { Self(rawValue: "LU") }
    public static var lv: Self { Self(rawValue: "LV") }
    public static var ly: Self { Self(rawValue: "LY") }
    public static var ma: Self { Self(rawValue: "MA") }
    public static var mc: Self { Self(rawValue: "MC") }
    public static var md: Self { Self(rawValue: "MD") }
    public static var me: Self { Self(rawValue: "ME") }
    public static var mf: Self { Self(rawValue: "MF") }
    public static var mg: Self { Self(rawValue: "MG") }
    public static var mh: Self { Self(rawValue: "MH") }
    public static var mk: Self { Self(rawValue: "MK") }
    public static var ml: Self { Self(rawValue: "ML") }
    public static var mm: Self { Self(rawValue: "MM") }
    public static var mn: Self { Self(rawValue: "MN") }
    public static var mo: Self { Self(rawValue: "MO") }
    public static var mp: Self { Self(rawValue: "MP") }
    public static var mr: Self { Self(rawValue: "MR") }
    public static var ms: Self { Self(rawValue: "MS") }
    public static var mt: Self { Self(rawValue: "MT") }
    public static var mu: Self { Self(rawValue: "MU") }
    public static var mv: Self { Self(rawValue: "MV") }
    public static var mw: Self { Self(rawValue: "MW") }
    public static var mx: Self { Self(rawValue: "MX") }
    public static var my: Self { Self(rawValue: "MY") }
    public static var mz: Self { Self(rawValue: "MZ") }
    public static var na: Self { Self(rawValue: "NA") }
    public static var nc: Self { Self(rawValue: "NC") }
    public static var ne: Self { Self(rawValue: "NE") }
    public static var ng: Self { Self(rawValue: "NG") }
    public static var ni: Self { Self(rawValue: "NI") }
    public static var nl: Self { Self(rawValue: "NL") }
    public static var no: Self { Self(rawValue: "NO") }
    public static var np: Self { Self(rawValue: "NP") }
    public static var nr: Self { Self(rawValue: "NR") }
    public static var nu: Self { Self(rawValue: "NU") }
    public static var nz: Self { Self(rawValue: "NZ") }
    public static var om: Self { Self(rawValue: "OM") }
    public static var pa: Self { Self(rawValue: "PA") }
    public static var pe: Self { Self(rawValue: "PE") }
    public static var pf: Self { Self(rawValue: "PF") }
    public static var pg: Self { Self(rawValue: "PG") }
    public static var ph: Self { Self(rawValue: "PH") }
    public static var pk: Self { Self(rawValue: "PK") }
    public static var pl: Self { Self(rawValue: "PL") }
    public static var pm: Self { Self(rawValue: "PM") }
    public static var pn: Self { Self(rawValue: "PN") }
    public static var pr: Self { Self(rawValue: "PR") }
    public static var ps: Self { Self(rawValue: "PS") }
    public static var pt: Self { Self(rawValue: "PT") }
    public static var pw: Self { Self(rawValue: "PW") }
    public static var py: Self { Self(rawValue: "PY") }
    public static var qa: Self { Self(rawValue: "QA") }
    public static var re: Self { Self(rawValue: "RE") }
    public static var ro: Self { Self(rawValue: "RO") }
    public static var rs: Self { Self(rawValue: "RS") }
    public static var ru: Self { Self(rawValue: "RU") }
    public static var rw: Self { Self(rawValue: "RW") }
    public static var sa: Self { Self(rawValue: "SA") }
    public static var sb: Self { Self(rawValue: "SB") }
    public static var sc: Self { Self(rawValue: "SC") }
    public static var sd: Self { Self(rawValue: "SD") }
    public static var se: Self { Self(rawValue: "SE") }
    public static var sg: Self { Self(rawValue: "SG") }
    public static var sh: Self { Self(rawValue: "SH") }
    public static var si: Self { Self(rawValue: "SI") }
    public static var sj: Self { Self(rawValue: "SJ") }
    public static var sk: Self { Self(rawValue: "SK") }
    public static var sl: Self { Self(rawValue: "SL") }
    public static var sm: Self { Self(rawValue: "SM") }
    public static var sn: Self { Self(rawValue: "SN") }
    public static var so: Self { Self(rawValue: "SO") }
    public static var sr: Self { Self(rawValue: "SR") }
    public static var ss: Self { Self(rawValue: "SS") }
    public static var st: Self { Self(rawValue: "ST") }
    public static var sv: Self { Self(rawValue: "SV") }
    public static var sx: Self { Self(rawValue: "SX") }
    public static var sy: Self { Self(rawValue: "SY") }
    public static var sz: Self { Self(rawValue: "SZ") }
    public static var tc: Self { Self(rawValue: "TC") }
    public static var td: Self { Self(rawValue: "TD") }
    public static var tg: Self { Self(rawValue: "TG") }
    public static var th: Self { Self(rawValue: "TH") }
    public static var tj: Self { Self(rawValue: "TJ") }
    public static var tk: Self { Self(rawValue: "TK") }
    public static var tl: Self { Self(rawValue: "TL") }
    public static var tm: Self { Self(rawValue: "TM") }
    public static var tn: Self { Self(rawValue: "TN") }
    public static var to: Self { Self(rawValue: "TO") }
    public static var tr: Self { Self(rawValue: "TR") }
    public static var tt: Self { Self(rawValue: "TT") }
    public static var tv: Self { Self(rawValue: "TV") }
    public static var tw: Self { Self(rawValue: "TW") }
    public static var tz: Self { Self(rawValue: "TZ") }
    public static var ua: Self { Self(rawValue: "UA") }
    public static var ug: Self { Self(rawValue: "UG") }
    public static var us: Self { Self(rawValue: "US") }
    public static var uy: Self { Self(rawValue: "UY") }
    public static var uz: Self { Self(rawValue: "UZ") }
    public static var va: Self { Self(rawValue: "VA") }
    public static var vc: Self { Self(rawValue: "VC") }
    public static var ve: Self { Self(rawValue: "VE") }
    public static var vg: Self { Self(rawValue: "VG") }
    public static var vi: Self { Self(rawValue: "VI") }
    public static var vn: Self { Self(rawValue: "VN") }
    public static var vu: Self { Self(rawValue: "VU") }
    public static var wf: Self { Self(rawValue: "WF") }
    public static var ws: Self { Self(rawValue: "WS") }
    public static var xk: Self { Self(rawValue: "XK") }
    public static var ye: Self { Self(rawValue: "YE") }
    public static var yt: Self { Self(rawValue: "YT") }
    public static var za: Self { Self(rawValue: "ZA") }
    public static var zm: Self { Self(rawValue: "ZM") }
    public static var zw: Self { Self(rawValue: "ZW") }

    public static var knownValues: [Self] {
      [
        .ad, .ae, .af, .ag, .ai, .al, .am, .an, .ao, .aq, .ar, .as, .at, .au, .aw, .az, .ba, .bb, .bd, .be, .bf, .bg, .bh,
        .bi, .bj, .bl, .bm, .bn, .bo, .br, .bs, .bt, .bw, .by, .bz, .ca, .cc, .cd, .cf, .cg, .ch, .ci, .ck, .cl, .cm, .cn,
        .co, .cr, .cu, .cv, .cw, .cx, .cy, .cz, .de, .dj, .dk, .dm, .do, .dz, .ec, .ee, .eg, .eh, .er, .es, .et, .fi, .fj,
        .fk, .fm, .fo, .fr, .ga, .gb, .gd, .ge, .gg, .gh, .gi, .gl, .gm, .gn, .gq, .gr, .gt, .gu, .gw, .gy, .hk, .hn, .hr,
        .ht, .hu, .id, .ie, .il, .im, .in, .io, .iq, .ir, .is, .it, .je, .jm, .jo, .jp, .ke, .kg, .kh, .ki, .km, .kn, .kp,
        .kr, .kw, .ky, .kz, .la, .lb, .lc, .li, .lk, .lr, .ls, .lt, .lu, .lv, .ly, .ma, .mc, .md, .me, .mf, .mg, .mh, .mk,
        .ml, .mm, .mn, .mo, .mp, .mr, .ms, .mt, .mu, .mv, .mw, .mx, .my, .mz, .na, .nc, .ne, .ng, .ni, .nl, .no, .np, .nr,
        .nu, .nz, .om, .pa, .pe, .pf, .pg, .ph, .pk, .pl, .pm, .pn, .pr, .ps, .pt, .pw, .py, .qa, .re, .ro, .rs, .ru, .rw,
        .sa, .sb, .sc, .sd, .se, .sg, .sh, .si, .sj, .sk, .sl, .sm, .sn, .so, .sr, .ss, .st, .sv, .sx, .sy, .sz, .tc, .td,
        .tg, .th, .tj, .tk, .tl, .tm, .tn, .to, .tr, .tt, .tv, .tw, .tz, .ua, .ug, .us, .uy, .uz, .va, .vc, .ve, .vg, .vi,
        .vn, .vu, .wf, .ws, .xk, .ye, .yt, .za, .zm, .zw,
      ]
    }
  }

  /// CreditNote.
  public struct CreditNote: ObjectModel {
    /// See Credit Note Types
    public var type: CreditNoteType?
    public var contact: Contact?
    /// The date the credit note is issued YYYY-MM-DD. If the Date element is not specified then it will default to the
    /// current date based on the timezone setting of the organisation
    public var date: String?
    /// Date invoice is due – YYYY-MM-DD
    public var dueDate: String?
    /// See Credit Note Status Codes
    public var status: CreditNoteStatus?
    /// Line amounts are exclusive of tax by default if you don’t specify this element. See Line Amount Types
    public var lineAmountTypes: LineAmountTypes?
    /// See Invoice Line Items
    public var lineItems: [LineItem]?
    /// The subtotal of the credit note excluding taxes
    public var subTotal: Double?
    /// The total tax on the credit note
    public var totalTax: Double?
    /// The total of the Credit Note(subtotal + total tax)
    public var total: Double?
    /// CIS deduction for UK contractors
    ///
    /// Only the server sets it.
    public var cisDeduction: Double?
    /// CIS Deduction rate for the organisation
    ///
    /// Only the server sets it.
    public var cisRate: Double?
    /// UTC timestamp of last update to the credit note
    ///
    /// Only the server sets it.
    public var updatedDateUtc: Date?
    /// UTC ISO-8601 formatted timestamp of last update to the credit note
    ///
    /// Only the server sets it.
    public var updatedDateUtcString: String?
    /// The specified currency code
    public var currencyCode: CurrencyCode?
    /// Date when credit note was fully paid(UTC format)
    public var fullyPaidOnDate: String?
    /// Xero generated unique identifier
    public var creditNoteID: String?
    /// ACCRECCREDIT – Unique alpha numeric code identifying credit note (when missing will auto-generate from your
    /// Organisation Invoice Settings)
    public var creditNoteNumber: String?
    /// ACCRECCREDIT only – additional reference number
    public var reference: String?
    /// Boolean to set whether the credit note in the Xero app should be marked as “sent”. This can be set only on credit
    /// notes that have been approved
    ///
    /// Only the server sets it.
    public var sentToContact: Bool?
    /// The currency rate for a multicurrency invoice. If no rate is specified, the XE.com day rate is used
    public var currencyRate: Double?
    /// The remaining credit balance on the Credit Note
    public var remainingCredit: Double?
    /// See Allocations
    public var allocations: [Allocation]?
    /// The amount of applied to an invoice
    public var appliedAmount: Double?
    /// See Payments
    public var payments: [Payment]?
    /// See BrandingThemes
    public var brandingThemeID: String?
    /// A string to indicate if a invoice status
    public var statusAttributeString: String?
    /// boolean to indicate if a credit note has an attachment
    ///
    /// Default: `"false"`.
    public var hasAttachments: Bool?
    /// A boolean to indicate if a credit note has an validation errors
    ///
    /// Default: `"false"`.
    public var hasErrors: Bool?
    /// Displays array of validation error messages from the API
    public var validationErrors: [ValidationError]?
    /// Displays array of warning messages from the API
    public var warnings: [ValidationError]?
    /// An array of addresses used to auto calculate sales tax
    public var invoiceAddresses: [InvoiceAddress]?

    public init(
      type: CreditNoteType? = nil, contact: Contact? = nil, date: String? = nil, dueDate: String? = nil,
      status: CreditNoteStatus? = nil, lineAmountTypes: LineAmountTypes? = nil, lineItems: [LineItem]? = nil,
      subTotal: Double? = nil, totalTax: Double? = nil, total: Double? = nil, cisDeduction: Double? = nil,
      cisRate: Double? = nil, updatedDateUtc: Date? = nil, updatedDateUtcString: String? = nil,
      currencyCode: CurrencyCode? = nil, fullyPaidOnDate: String? = nil, creditNoteID: String? = nil,
      creditNoteNumber: String? = nil, reference: String? = nil, sentToContact: Bool? = nil, currencyRate: Double? = nil,
      remainingCredit: Double? = nil, allocations: [Allocation]? = nil, appliedAmount: Double? = nil,
      payments: [Payment]? = nil, brandingThemeID: String? = nil, statusAttributeString: String? = nil,
      hasAttachments: Bool? = nil, hasErrors: Bool? = nil, validationErrors: [ValidationError]? = nil,
      warnings: [ValidationError]? = nil, invoiceAddresses: [InvoiceAddress]? = nil
    ) {
      self.type = type
      self.contact = contact
      self.date = date
      self.dueDate = dueDate
      self.status = status
      self.lineAmountTypes = lineAmountTypes
      self.lineItems = lineItems
      self.subTotal = subTotal
      self.totalTax = totalTax
      self.total = total
      self.cisDeduction = cisDeduction
      self.cisRate = cisRate
      self.updatedDateUtc = updatedDateUtc
      self.updatedDateUtcString = updatedDateUtcString
      self.currencyCode = currencyCode
      self.fullyPaidOnDate = fullyPaidOnDate
      self.creditNoteID = creditNoteID
      self.creditNoteNumber = creditNoteNumber
      self.reference = reference
      self.sentToContact = sentToContact
      self.currencyRate = currencyRate
      self.remainingCredit = remainingCredit
      self.allocations = allocations
      self.appliedAmount = appliedAmount
      self.payments = payments
      self.brandingThemeID = brandingThemeID
      self.statusAttributeString = statusAttributeString
      self.hasAttachments = hasAttachments
      self.hasErrors = hasErrors
      self.validationErrors = validationErrors
      self.warnings = warnings
      self.invoiceAddresses = invoiceAddresses
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Type", &type)
      members.optional("Contact", &contact)
      members.optional("Date", &date)
      members.optional("DueDate", &dueDate)
      members.optional("Status", &status)
      members.optional("LineAmountTypes", &lineAmountTypes)
      members.optional("LineItems", &lineItems)
      members.optional("SubTotal", &subTotal)
      members.optional("TotalTax", &totalTax)
      members.optional("Total", &total)
      members.optional("CISDeduction", &cisDeduction)
      members.optional("CISRate", &cisRate)
      members.optional("UpdatedDateUTC", &updatedDateUtc, .microsoftDate)
      members.optional("UpdatedDateUTCString", &updatedDateUtcString)
      members.optional("CurrencyCode", &currencyCode)
      members.optional("FullyPaidOnDate", &fullyPaidOnDate)
      members.optional("CreditNoteID", &creditNoteID)
      members.optional("CreditNoteNumber", &creditNoteNumber)
      members.optional("Reference", &reference)
      members.optional("SentToContact", &sentToContact)
      members.optional("CurrencyRate", &currencyRate)
      members.optional("RemainingCredit", &remainingCredit)
      members.optional("Allocations", &allocations)
      members.optional("AppliedAmount", &appliedAmount)
      members.optional("Payments", &payments)
      members.optional("BrandingThemeID", &brandingThemeID)
      members.optional("StatusAttributeString", &statusAttributeString)
      members.optional("HasAttachments", &hasAttachments)
      members.optional("HasErrors", &hasErrors)
      members.optional("ValidationErrors", &validationErrors)
      members.optional("Warnings", &warnings)
      members.optional("InvoiceAddresses", &invoiceAddresses)
    }
  }

  /// See Credit Note Status Codes
  public typealias CreditNoteStatus = InvoiceStatus

  /// See Credit Note Types
  public struct CreditNoteType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var accpaycredit: Self { Self(rawValue: "ACCPAYCREDIT") }
    public static var accreccredit: Self { Self(rawValue: "ACCRECCREDIT") }

    public static var knownValues: [Self] { [.accpaycredit, .accreccredit] }
  }

  /// CreditNotes.
  public struct CreditNotes: ObjectModel {
    public var pagination: Pagination?
    /// Displays array of warning messages from the API
    public var warnings: [ValidationError]?
    public var creditNotes: [CreditNote]?

    public init(pagination: Pagination? = nil, warnings: [ValidationError]? = nil, creditNotes: [CreditNote]? = nil) {
      self.pagination = pagination
      self.warnings = warnings
      self.creditNotes = creditNotes
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("pagination", &pagination)
      members.optional("Warnings", &warnings)
      members.optional("CreditNotes", &creditNotes)
    }
  }

  /// Currencies.
  public struct Currencies: ObjectModel {
    public var currencies: [Currency]?

    public init(currencies: [Currency]? = nil) {
      self.currencies = currencies
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Currencies", &currencies)
    }
  }

  /// Currency.
  public struct Currency: ObjectModel {
    /// 3 letter alpha code for the currency – see list of currency codes
    public var code: CurrencyCode?
    /// Name of Currency
    public var description: String?

    public init(code: CurrencyCode? = nil, description: String? = nil) {
      self.code = code
      self.description = description
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Code", &code)
      members.optional("Description", &description)
    }
  }

  /// 3 letter alpha code for the currency – see list of currency codes
  public struct CurrencyCode: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var aed: Self { Self(rawValue: "AED") }
    public static var afn: Self { Self(rawValue: "AFN") }
    public static var all: Self { Self(rawValue: "ALL") }
    public static var amd: Self { Self(rawValue: "AMD") }
    public static var ang: Self { Self(rawValue: "ANG") }
    public static var aoa: Self { Self(rawValue: "AOA") }
    public static var ars: Self { Self(rawValue: "ARS") }
    public static var aud: Self { Self(rawValue: "AUD") }
    public static var awg: Self { Self(rawValue: "AWG") }
    public static var azn: Self { Self(rawValue: "AZN") }
    public static var bam: Self { Self(rawValue: "BAM") }
    public static var bbd: Self { Self(rawValue: "BBD") }
    public static var bdt: Self { Self(rawValue: "BDT") }
    public static var bgn: Self { Self(rawValue: "BGN") }
    public static var bhd: Self { Self(rawValue: "BHD") }
    public static var bif: Self { Self(rawValue: "BIF") }
    public static var bmd: Self { Self(rawValue: "BMD") }
    public static var bnd: Self { Self(rawValue: "BND") }
    public static var bob: Self { Self(rawValue: "BOB") }
    public static var brl: Self { Self(rawValue: "BRL") }
    public static var bsd: Self { Self(rawValue: "BSD") }
    public static var btn: Self { Self(rawValue: "BTN") }
    public static var bwp: Self { Self(rawValue: "BWP") }
    public static var byn: Self { Self(rawValue: "BYN") }
    public static var byr: Self { Self(rawValue: "BYR") }
    public static var bzd: Self { Self(rawValue: "BZD") }
    public static var cad: Self { Self(rawValue: "CAD") }
    public static var cdf: Self { Self(rawValue: "CDF") }
    public static var chf: Self { Self(rawValue: "CHF") }
    public static var clf: Self { Self(rawValue: "CLF") }
    public static var clp: Self { Self(rawValue: "CLP") }
    public static var cny: Self { Self(rawValue: "CNY") }
    public static var cop: Self { Self(rawValue: "COP") }
    public static var crc: Self { Self(rawValue: "CRC") }
    public static var cuc: Self { Self(rawValue: "CUC") }
    public static var cup: Self { Self(rawValue: "CUP") }
    public static var cve: Self { Self(rawValue: "CVE") }
    public static var czk: Self { Self(rawValue: "CZK") }
    public static var djf: Self { Self(rawValue: "DJF") }
    public static var dkk: Self { Self(rawValue: "DKK") }
    public static var dop: Self { Self(rawValue: "DOP") }
    public static var dzd: Self { Self(rawValue: "DZD") }
    public static var eek: Self { Self(rawValue: "EEK") }
    public static var egp: Self { Self(rawValue: "EGP") }
    public static var ern: Self { Self(rawValue: "ERN") }
    public static var etb: Self { Self(rawValue: "ETB") }
    public static var eur: Self { Self(rawValue: "EUR") }
    public static var fjd: Self { Self(rawValue: "FJD") }
    public static var fkp: Self { Self(rawValue: "FKP") }
    public static var gbp: Self { Self(rawValue: "GBP") }
    public static var gel: Self { Self(rawValue: "GEL") }
    public static var ghs: Self { Self(rawValue: "GHS") }
    public static var gip: Self { Self(rawValue: "GIP") }
    public static var gmd: Self { Self(rawValue: "GMD") }
    public static var gnf: Self { Self(rawValue: "GNF") }
    public static var gtq: Self { Self(rawValue: "GTQ") }
    public static var gyd: Self { Self(rawValue: "GYD") }
    public static var hkd: Self { Self(rawValue: "HKD") }
    public static var hnl: Self { Self(rawValue: "HNL") }
    public static var hrk: Self { Self(rawValue: "HRK") }
    public static var htg: Self { Self(rawValue: "HTG") }
    public static var huf: Self { Self(rawValue: "HUF") }
    public static var idr: Self { Self(rawValue: "IDR") }
    public static var ils: Self { Self(rawValue: "ILS") }
    public static var inr: Self { Self(rawValue: "INR") }
    public static var iqd: Self { Self(rawValue: "IQD") }
    public static var irr: Self { Self(rawValue: "IRR") }
    public static var isk: Self { Self(rawValue: "ISK") }
    public static var jmd: Self { Self(rawValue: "JMD") }
    public static var jod: Self { Self(rawValue: "JOD") }
    public static var jpy: Self { Self(rawValue: "JPY") }
    public static var kes: Self { Self(rawValue: "KES") }
    public static var kgs: Self { Self(rawValue: "KGS") }
    public static var khr: Self { Self(rawValue: "KHR") }
    public static var kmf: Self { Self(rawValue: "KMF") }
    public static var kpw: Self { Self(rawValue: "KPW") }
    public static var krw: Self { Self(rawValue: "KRW") }
    public static var kwd: Self { Self(rawValue: "KWD") }
    public static var kyd: Self { Self(rawValue: "KYD") }
    public static var kzt: Self { Self(rawValue: "KZT") }
    public static var lak: Self { Self(rawValue: "LAK") }
    public static var lbp: Self { Self(rawValue: "LBP") }
    public static var lkr: Self { Self(rawValue: "LKR") }
    public static var lrd: Self { Self(rawValue: "LRD") }
    public static var lsl: Self { Self(rawValue: "LSL") }
    public static var ltl: Self { Self(rawValue: "LTL") }
    public static var lvl: Self { Self(rawValue: "LVL") }
    public static var lyd: Self { Self(rawValue: "LYD") }
    public static var mad: Self { Self(rawValue: "MAD") }
    public static var mdl: Self { Self(rawValue: "MDL") }
    public static var mga: Self { Self(rawValue: "MGA") }
    public static var mkd: Self { Self(rawValue: "MKD") }
    public static var mmk: Self { Self(rawValue: "MMK") }
    public static var mnt: Self { Self(rawValue: "MNT") }
    public static var mop: Self { Self(rawValue: "MOP") }
    public static var mro: Self { Self(rawValue: "MRO") }
    public static var mru: Self { Self(rawValue: "MRU") }
    public static var mur: Self { Self(rawValue: "MUR") }
    public static var mvr: Self { Self(rawValue: "MVR") }
    public static var mwk: Self { Self(rawValue: "MWK") }
    public static var mxn: Self { Self(rawValue: "MXN") }
    public static var mxv: Self { Self(rawValue: "MXV") }
    public static var myr: Self { Self(rawValue: "MYR") }
    public static var mzn: Self { Self(rawValue: "MZN") }
    public static var nad: Self { Self(rawValue: "NAD") }
    public static var ngn: Self { Self(rawValue: "NGN") }
    public static var nio: Self { Self(rawValue: "NIO") }
    public static var nok: Self { Self(rawValue: "NOK") }
    public static var npr: Self { Self(rawValue: "NPR") }
    public static var nzd: Self { Self(rawValue: "NZD") }
    public static var omr: Self { Self(rawValue: "OMR") }
    public static var pab: Self { Self(rawValue: "PAB") }
    public static var pen: Self { Self(rawValue: "PEN") }
    public static var pgk: Self { Self(rawValue: "PGK") }
    public static var php: Self { Self(rawValue: "PHP") }
    public static var pkr: Self { Self(rawValue: "PKR") }
    public static var pln: Self { Self(rawValue: "PLN") }
    public static var pyg: Self { Self(rawValue: "PYG") }
    public static var qar: Self { Self(rawValue: "QAR") }
    public static var ron: Self { Self(rawValue: "RON") }
    public static var rsd: Self { Self(rawValue: "RSD") }
    public static var rub: Self { Self(rawValue: "RUB") }
    public static var rwf: Self { Self(rawValue: "RWF") }
    public static var sar: Self { Self(rawValue: "SAR") }
    public static var sbd: Self { Self(rawValue: "SBD") }
    public static var scr: Self { Self(rawValue: "SCR") }
    public static var sdg: Self { Self(rawValue: "SDG") }
    public static var sek: Self { Self(rawValue: "SEK") }
    public static var sgd: Self { Self(rawValue: "SGD") }
    public static var shp: Self { Self(rawValue: "SHP") }
    public static var skk: Self { Self(rawValue: "SKK") }
    public static var sle: Self { Self(rawValue: "SLE") }
    public static var sll: Self { Self(rawValue: "SLL") }
    public static var sos: Self { Self(rawValue: "SOS") }
    public static var srd: Self { Self(rawValue: "SRD") }
    public static var std: Self { Self(rawValue: "STD") }
    public static var stn: Self { Self(rawValue: "STN") }
    public static var svc: Self { Self(rawValue: "SVC") }
    public static var syp: Self { Self(rawValue: "SYP") }
    public static var szl: Self { Self(rawValue: "SZL") }
    public static var thb: Self { Self(rawValue: "THB") }
    public static var tjs: Self { Self(rawValue: "TJS") }
    public static var tmt: Self { Self(rawValue: "TMT") }
    public static var tnd: Self { Self(rawValue: "TND") }
    public static var top: Self { Self(rawValue: "TOP") }
    public static var `try`: Self { Self(rawValue: "TRY") }
    public static var ttd: Self { Self(rawValue: "TTD") }
    public static var twd: Self { Self(rawValue: "TWD") }
    public static var tzs: Self { Self(rawValue: "TZS") }
    public static var uah: Self { Self(rawValue: "UAH") }
    public static var ugx: Self { Self(rawValue: "UGX") }
    public static var usd: Self { Self(rawValue: "USD") }
    public static var uyu: Self { Self(rawValue: "UYU") }
    public static var uzs: Self { Self(rawValue: "UZS") }
    public static var vef: Self { Self(rawValue: "VEF") }
    public static var ves: Self { Self(rawValue: "VES") }
    public static var vnd: Self { Self(rawValue: "VND") }
    public static var vuv: Self { Self(rawValue: "VUV") }
    public static var wst: Self { Self(rawValue: "WST") }
    public static var xaf: Self { Self(rawValue: "XAF") }
    public static var xcd: Self { Self(rawValue: "XCD") }
    public static var xof: Self { Self(rawValue: "XOF") }
    public static var xpf: Self { Self(rawValue: "XPF") }
    public static var yer: Self { Self(rawValue: "YER") }
    public static var zar: Self { Self(rawValue: "ZAR") }
    public static var zmw: Self { Self(rawValue: "ZMW") }
    public static var zmk: Self { Self(rawValue: "ZMK") }
    public static var zwd: Self { Self(rawValue: "ZWD") }

    public static var knownValues: [Self] {
      [
        .aed, .afn, .all, .amd, .ang, .aoa, .ars, .aud, .awg, .azn, .bam, .bbd, .bdt, .bgn, .bhd, .bif, .bmd, .bnd, .bob,
        .brl, .bsd, .btn, .bwp, .byn, .byr, .bzd, .cad, .cdf, .chf, .clf, .clp, .cny, .cop, .crc, .cuc, .cup, .cve, .czk,
        .djf, .dkk, .dop, .dzd, .eek, .egp, .ern, .etb, .eur, .fjd, .fkp, .gbp, .gel, .ghs, .gip, .gmd, .gnf, .gtq, .gyd,
        .hkd, .hnl, .hrk, .htg, .huf, .idr, .ils, .inr, .iqd, .irr, .isk, .jmd, .jod, .jpy, .kes, .kgs, .khr, .kmf, .kpw,
        .krw, .kwd, .kyd, .kzt, .lak, .lbp, .lkr, .lrd, .lsl, .ltl, .lvl, .lyd, .mad, .mdl, .mga, .mkd, .mmk, .mnt, .mop,
        .mro, .mru, .mur, .mvr, .mwk, .mxn, .mxv, .myr, .mzn, .nad, .ngn, .nio, .nok, .npr, .nzd, .omr, .pab, .pen, .pgk,
        .php, .pkr, .pln, .pyg, .qar, .ron, .rsd, .rub, .rwf, .sar, .sbd, .scr, .sdg, .sek, .sgd, .shp, .skk, .sle, .sll,
        .sos, .srd, .std, .stn, .svc, .syp, .szl, .thb, .tjs, .tmt, .tnd, .top, .try, .ttd, .twd, .tzs, .uah, .ugx, .usd,
        .uyu, .uzs, .vef, .ves, .vnd, .vuv, .wst, .xaf, .xcd, .xof, .xpf, .yer, .zar, .zmw, .zmk, .zwd,
      ]
    }
  }

  /// Element.
  public struct Element: ObjectModel {
    /// Array of Validation Error message
    public var validationErrors: [ValidationError]?
    /// Unique ID for batch payment object with validation error
    public var batchPaymentID: String?
    public var bankTransactionID: String?
    public var creditNoteID: String?
    public var contactID: String?
    public var invoiceID: String?
    public var itemID: String?
    public var purchaseOrderID: String?

    public init(
      validationErrors: [ValidationError]? = nil, batchPaymentID: String? = nil, bankTransactionID: String? = nil,
      creditNoteID: String? = nil, contactID: String? = nil, invoiceID: String? = nil, itemID: String? = nil,
      purchaseOrderID: String? = nil
    ) {
      self.validationErrors = validationErrors
      self.batchPaymentID = batchPaymentID
      self.bankTransactionID = bankTransactionID
      self.creditNoteID = creditNoteID
      self.contactID = contactID
      self.invoiceID = invoiceID
      self.itemID = itemID
      self.purchaseOrderID = purchaseOrderID
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("ValidationErrors", &validationErrors)
      members.optional("BatchPaymentID", &batchPaymentID)
      members.optional("BankTransactionID", &bankTransactionID)
      members.optional("CreditNoteID", &creditNoteID)
      members.optional("ContactID", &contactID)
      members.optional("InvoiceID", &invoiceID)
      members.optional("ItemID", &itemID)
      members.optional("PurchaseOrderID", &purchaseOrderID)
    }
  }

  /// ErrorModel.
  public struct ErrorModel: ObjectModel, Error {
    /// Exception number
    public var errorNumber: Int?
    /// Exception type
    public var type: String?
    /// Exception message
    public var message: String?
    /// Array of Elements of validation Errors
    public var elements: [Element]?

    public init(errorNumber: Int? = nil, type: String? = nil, message: String? = nil, elements: [Element]? = nil) {
      self.errorNumber = errorNumber
      self.type = type
      self.message = message
      self.elements = elements
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("ErrorNumber", &errorNumber)
      members.optional("Type", &type)
      members.optional("Message", &message)
      members.optional("Elements", &elements)
    }
  }

  /// ExpenseClaim.
  public struct ExpenseClaim: ObjectModel {
    /// Xero generated unique identifier for an expense claim
    public var expenseClaimID: String?
    /// Current status of an expense claim – see status types
    public var status: ExpenseClaimStatus?
    /// See Payments
    public var payments: [Payment]?
    public var user: User?
    public var receipts: [Receipt]?
    /// Last modified date UTC format
    ///
    /// Only the server sets it.
    public var updatedDateUtc: Date?
    /// The total of an expense claim being paid
    ///
    /// Only the server sets it.
    public var total: Double?
    /// The amount due to be paid for an expense claim
    ///
    /// Only the server sets it.
    public var amountDue: Double?
    /// The amount still to pay for an expense claim
    ///
    /// Only the server sets it.
    public var amountPaid: Double?
    /// The date when the expense claim is due to be paid YYYY-MM-DD
    ///
    /// Only the server sets it.
    public var paymentDueDate: String?
    /// The date the expense claim will be reported in Xero YYYY-MM-DD
    ///
    /// Only the server sets it.
    public var reportingDate: String?
    /// The Xero identifier for the Receipt e.g. e59a2c7f-1306-4078-a0f3-73537afcbba9
    public var receiptID: String?

    public init(
      expenseClaimID: String? = nil, status: ExpenseClaimStatus? = nil, payments: [Payment]? = nil, user: User? = nil,
      receipts: [Receipt]? = nil, updatedDateUtc: Date? = nil, total: Double? = nil, amountDue: Double? = nil,
      amountPaid: Double? = nil, paymentDueDate: String? = nil, reportingDate: String? = nil, receiptID: String? = nil
    ) {
      self.expenseClaimID = expenseClaimID
      self.status = status
      self.payments = payments
      self.user = user
      self.receipts = receipts
      self.updatedDateUtc = updatedDateUtc
      self.total = total
      self.amountDue = amountDue
      self.amountPaid = amountPaid
      self.paymentDueDate = paymentDueDate
      self.reportingDate = reportingDate
      self.receiptID = receiptID
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("ExpenseClaimID", &expenseClaimID)
      members.optional("Status", &status)
      members.optional("Payments", &payments)
      members.optional("User", &user)
      members.optional("Receipts", &receipts)
      members.optional("UpdatedDateUTC", &updatedDateUtc, .microsoftDate)
      members.optional("Total", &total)
      members.optional("AmountDue", &amountDue)
      members.optional("AmountPaid", &amountPaid)
      members.optional("PaymentDueDate", &paymentDueDate)
      members.optional("ReportingDate", &reportingDate)
      members.optional("ReceiptID", &receiptID)
    }
  }

  /// Current status of an expense claim – see status types
  public struct ExpenseClaimStatus: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var submitted: Self { Self(rawValue: "SUBMITTED") }
    public static var authorised: Self { Self(rawValue: "AUTHORISED") }
    public static var paid: Self { Self(rawValue: "PAID") }
    public static var voided: Self { Self(rawValue: "VOIDED") }
    public static var deleted: Self { Self(rawValue: "DELETED") }

    public static var knownValues: [Self] { [.submitted, .authorised, .paid, .voided, .deleted] }
  }

  /// ExpenseClaims.
  public struct ExpenseClaims: ObjectModel {
    public var expenseClaims: [ExpenseClaim]?

    public init(expenseClaims: [ExpenseClaim]? = nil) {
      self.expenseClaims = expenseClaims
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("ExpenseClaims", &expenseClaims)
    }
  }

  /// ExternalLink.
  public struct ExternalLink: ObjectModel {
    /// See External link types
    public var linkType: ExternalLinkLinkType?
    /// URL for service e.g. http://twitter.com/xeroapi
    public var url: String?
    public var description: String?

    public init(linkType: ExternalLinkLinkType? = nil, url: String? = nil, description: String? = nil) {
      self.linkType = linkType
      self.url = url
      self.description = description
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("LinkType", &linkType)
      members.optional("Url", &url)
      members.optional("Description", &description)
    }
  }

  /// See External link types
  public struct ExternalLinkLinkType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var facebook: Self { Self(rawValue: "Facebook") }
    public static var googlePlus: Self { Self(rawValue: "GooglePlus") }
    public static var linkedIn: Self { Self(rawValue: "LinkedIn") }
    public static var twitter: Self { Self(rawValue: "Twitter") }
    public static var website: Self { Self(rawValue: "Website") }

    public static var knownValues: [Self] { [.facebook, .googlePlus, .linkedIn, .twitter, .website] }
  }

  /// GetPurchaseOrdersStatus.
  public struct GetPurchaseOrdersStatus: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var draft: Self { Self(rawValue: "DRAFT") }
    public static var submitted: Self { Self(rawValue: "SUBMITTED") }
    public static var authorised: Self { Self(rawValue: "AUTHORISED") }
    public static var billed: Self { Self(rawValue: "BILLED") }
    public static var deleted: Self { Self(rawValue: "DELETED") }

    public static var knownValues: [Self] { [.draft, .submitted, .authorised, .billed, .deleted] }
  }

  /// GetReportBalanceSheetTimeframe.
  public struct GetReportBalanceSheetTimeframe: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var month: Self { Self(rawValue: "MONTH") }
    public static var quarter: Self { Self(rawValue: "QUARTER") }
    public static var year: Self { Self(rawValue: "YEAR") }

    public static var knownValues: [Self] { [.month, .quarter, .year] }
  }

  /// The same type as ``GetReportBalanceSheetTimeframe``.
  public typealias GetReportProfitAndLossTimeframe = GetReportBalanceSheetTimeframe

  /// HistoryRecord.
  public struct HistoryRecord: ObjectModel {
    /// details
    public var details: String?
    /// Name of branding theme
    public var changes: String?
    /// has a value of 0
    public var user: String?
    /// UTC timestamp of creation date of branding theme
    ///
    /// Only the server sets it.
    public var dateUtc: Date?

    public init(details: String? = nil, changes: String? = nil, user: String? = nil, dateUtc: Date? = nil) {
      self.details = details
      self.changes = changes
      self.user = user
      self.dateUtc = dateUtc
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Details", &details)
      members.optional("Changes", &changes)
      members.optional("User", &user)
      members.optional("DateUTC", &dateUtc, .microsoftDate)
    }
  }

  /// HistoryRecords.
  public struct HistoryRecords: ObjectModel {
    public var historyRecords: [HistoryRecord]?

    public init(historyRecords: [HistoryRecord]? = nil) {
      self.historyRecords = historyRecords
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("HistoryRecords", &historyRecords)
    }
  }

  /// A summary of the import from setup endpoint
  public struct ImportSummary: ObjectModel {
    /// A summary of the accounts changes
    public var accounts: ImportSummaryAccounts?
    public var organisation: ImportSummaryOrganisation?

    public init(accounts: ImportSummaryAccounts? = nil, organisation: ImportSummaryOrganisation? = nil) {
      self.accounts = accounts
      self.organisation = organisation
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Accounts", &accounts)
      members.optional("Organisation", &organisation)
    }
  }

  /// A summary of the accounts changes
  public struct ImportSummaryAccounts: ObjectModel {
    /// The total number of accounts in the org
    public var total: Int?
    /// The number of new accounts created
    public var new: Int?
    /// The number of accounts updated
    public var updated: Int?
    /// The number of accounts deleted
    public var deleted: Int?
    /// The number of locked accounts
    public var locked: Int?
    /// The number of system accounts
    public var system: Int?
    /// The number of accounts that had an error
    public var errored: Int?
    public var present: Bool?
    /// The number of new or updated accounts
    public var newOrUpdated: Int?

    public init(
      total: Int? = nil, new: Int? = nil, updated: Int? = nil, deleted: Int? = nil, locked: Int? = nil, system: Int? = nil,
      errored: Int? = nil, present: Bool? = nil, newOrUpdated: Int? = nil
    ) {
      self.total = total
      self.new = new
      self.updated = updated
      self.deleted = deleted
      self.locked = locked
      self.system = system
      self.errored = errored
      self.present = present
      self.newOrUpdated = newOrUpdated
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Total", &total)
      members.optional("New", &new)
      members.optional("Updated", &updated)
      members.optional("Deleted", &deleted)
      members.optional("Locked", &locked)
      members.optional("System", &system)
      members.optional("Errored", &errored)
      members.optional("Present", &present)
      members.optional("NewOrUpdated", &newOrUpdated)
    }
  }

  /// ImportSummaryObject.
  public struct ImportSummaryObject: ObjectModel {
    /// A summary of the import from setup endpoint
    public var importSummary: ImportSummary?

    public init(importSummary: ImportSummary? = nil) {
      self.importSummary = importSummary
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("ImportSummary", &importSummary)
    }
  }

  /// ImportSummaryOrganisation.
  public struct ImportSummaryOrganisation: ObjectModel {
    public var present: Bool?

    public init(present: Bool? = nil) {
      self.present = present
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Present", &present)
    }
  }

  /// Invoice.
  public struct Invoice: ObjectModel {
    /// See Invoice Types
    public var type: InvoiceType?
    public var contact: Contact?
    /// See LineItems
    public var lineItems: [LineItem]?
    /// Date invoice was issued – YYYY-MM-DD. If the Date element is not specified it will default to the current date based
    /// on the timezone setting of the organisation
    public var date: String?
    /// Date invoice is due – YYYY-MM-DD
    public var dueDate: String?
    /// Line amounts are exclusive of tax by default if you don’t specify this element. See Line Amount Types
    public var lineAmountTypes: LineAmountTypes?
    /// ACCREC – Unique alpha numeric code identifying invoice (when missing will auto-generate from your Organisation
    /// Invoice Settings) (max length = 255)
    public var invoiceNumber: String?
    /// ACCREC only – additional reference number
    public var reference: String?
    /// See BrandingThemes
    public var brandingThemeID: String?
    /// URL link to a source document – shown as “Go to [appName]” in the Xero app
    public var url: String?
    /// 3 letter alpha code for the currency – see list of currency codes
    public var currencyCode: CurrencyCode?
    /// The currency rate for a multicurrency invoice. If no rate is specified, the XE.com day rate is used. (max length =
    /// [18].[6])
    public var currencyRate: Double?
    /// See Invoice Status Codes
    public var status: InvoiceStatus?
    /// Boolean to set whether the invoice in the Xero app should be marked as “sent”. This can be set only on invoices that
    /// have been approved
    public var sentToContact: Bool?
    /// Shown on sales invoices (Accounts Receivable) when this has been set
    public var expectedPaymentDate: String?
    /// Shown on bills (Accounts Payable) when this has been set
    public var plannedPaymentDate: String?
    /// CIS deduction for UK contractors
    ///
    /// Only the server sets it.
    public var cisDeduction: Double?
    /// CIS Deduction rate for the organisation
    ///
    /// Only the server sets it.
    public var cisRate: Double?
    /// Total of invoice excluding taxes
    ///
    /// Only the server sets it.
    public var subTotal: Double?
    /// Total tax on invoice
    ///
    /// Only the server sets it.
    public var totalTax: Double?
    /// Total of Invoice tax inclusive (i.e. SubTotal + TotalTax). This will be ignored if it doesn’t equal the sum of the
    /// LineAmounts
    ///
    /// Only the server sets it.
    public var total: Double?
    /// Total of discounts applied on the invoice line items
    ///
    /// Only the server sets it.
    public var totalDiscount: Double?
    /// Xero generated unique identifier for invoice
    public var invoiceID: String?
    /// Xero generated unique identifier for repeating invoices
    public var repeatingInvoiceID: String?
    /// boolean to indicate if an invoice has an attachment
    ///
    /// Only the server sets it. Default: `"false"`.
    public var hasAttachments: Bool?
    /// boolean to indicate if an invoice has a discount
    ///
    /// Only the server sets it.
    public var isDiscounted: Bool?
    /// See Payments
    ///
    /// Only the server sets it.
    public var payments: [Payment]?
    /// See Prepayments
    ///
    /// Only the server sets it.
    public var prepayments: [Prepayment]?
    /// See Overpayments
    ///
    /// Only the server sets it.
    public var overpayments: [Overpayment]?
    /// Amount remaining to be paid on invoice
    ///
    /// Only the server sets it.
    public var amountDue: Double?
    /// Sum of payments received for invoice
    ///
    /// Only the server sets it.
    public var amountPaid: Double?
    /// The date the invoice was fully paid. Only returned on fully paid invoices
    ///
    /// Only the server sets it.
    public var fullyPaidOnDate: String?
    /// Sum of all credit notes, over-payments and pre-payments applied to invoice
    ///
    /// Only the server sets it.
    public var amountCredited: Double?
    /// UTC timestamp of last update to the invoice
    ///
    /// Only the server sets it.
    public var updatedDateUtc: Date?
    /// UTC ISO-8601 formatted timestamp of last update to the invoice
    ///
    /// Only the server sets it.
    public var updatedDateUtcString: String?
    /// Details of credit notes that have been applied to an invoice
    ///
    /// Only the server sets it.
    public var creditNotes: [CreditNote]?
    /// Displays array of attachments from the API
    public var attachments: [Attachment]?
    /// A boolean to indicate if a invoice has an validation errors
    ///
    /// Default: `"false"`.
    public var hasErrors: Bool?
    /// A string to indicate if a invoice status
    public var statusAttributeString: String?
    /// Displays array of validation error messages from the API
    public var validationErrors: [ValidationError]?
    /// Displays array of warning messages from the API
    public var warnings: [ValidationError]?
    /// An array of addresses used to auto calculate sales tax
    public var invoiceAddresses: [InvoiceAddress]?

    public init(
      type: InvoiceType? = nil, contact: Contact? = nil, lineItems: [LineItem]? = nil, date: String? = nil,
      dueDate: String? = nil, lineAmountTypes: LineAmountTypes? = nil, invoiceNumber: String? = nil, reference: String? = nil,
      brandingThemeID: String? = nil, url: String? = nil, currencyCode: CurrencyCode? = nil, currencyRate: Double? = nil,
      status: InvoiceStatus? = nil, sentToContact: Bool? = nil, expectedPaymentDate: String? = nil,
      plannedPaymentDate: String? = nil, cisDeduction: Double? = nil, cisRate: Double? = nil, subTotal: Double? = nil,
      totalTax: Double? = nil, total: Double? = nil, totalDiscount: Double? = nil, invoiceID: String? = nil,
      repeatingInvoiceID: String? = nil, hasAttachments: Bool? = nil, isDiscounted: Bool? = nil, payments: [Payment]? = nil,
      prepayments: [Prepayment]? = nil, overpayments: [Overpayment]? = nil, amountDue: Double? = nil,
      amountPaid: Double? = nil, fullyPaidOnDate: String? = nil, amountCredited: Double? = nil, updatedDateUtc: Date? = nil,
      updatedDateUtcString: String? = nil, creditNotes: [CreditNote]? = nil, attachments: [Attachment]? = nil,
      hasErrors: Bool? = nil, statusAttributeString: String? = nil, validationErrors: [ValidationError]? = nil,
      warnings: [ValidationError]? = nil, invoiceAddresses: [InvoiceAddress]? = nil
    ) {
      self.type = type
      self.contact = contact
      self.lineItems = lineItems
      self.date = date
      self.dueDate = dueDate
      self.lineAmountTypes = lineAmountTypes
      self.invoiceNumber = invoiceNumber
      self.reference = reference
      self.brandingThemeID = brandingThemeID
      self.url = url
      self.currencyCode = currencyCode
      self.currencyRate = currencyRate
      self.status = status
      self.sentToContact = sentToContact
      self.expectedPaymentDate = expectedPaymentDate
      self.plannedPaymentDate = plannedPaymentDate
      self.cisDeduction = cisDeduction
      self.cisRate = cisRate
      self.subTotal = subTotal
      self.totalTax = totalTax
      self.total = total
      self.totalDiscount = totalDiscount
      self.invoiceID = invoiceID
      self.repeatingInvoiceID = repeatingInvoiceID
      self.hasAttachments = hasAttachments
      self.isDiscounted = isDiscounted
      self.payments = payments
      self.prepayments = prepayments
      self.overpayments = overpayments
      self.amountDue = amountDue
      self.amountPaid = amountPaid
      self.fullyPaidOnDate = fullyPaidOnDate
      self.amountCredited = amountCredited
      self.updatedDateUtc = updatedDateUtc
      self.updatedDateUtcString = updatedDateUtcString
      self.creditNotes = creditNotes
      self.attachments = attachments
      self.hasErrors = hasErrors
      self.statusAttributeString = statusAttributeString
      self.validationErrors = validationErrors
      self.warnings = warnings
      self.invoiceAddresses = invoiceAddresses
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Type", &type)
      members.optional("Contact", &contact)
      members.optional("LineItems", &lineItems)
      members.optional("Date", &date)
      members.optional("DueDate", &dueDate)
      members.optional("LineAmountTypes", &lineAmountTypes)
      members.optional("InvoiceNumber", &invoiceNumber)
      members.optional("Reference", &reference)
      members.optional("BrandingThemeID", &brandingThemeID)
      members.optional("Url", &url)
      members.optional("CurrencyCode", &currencyCode)
      members.optional("CurrencyRate", &currencyRate)
      members.optional("Status", &status)
      members.optional("SentToContact", &sentToContact)
      members.optional("ExpectedPaymentDate", &expectedPaymentDate)
      members.optional("PlannedPaymentDate", &plannedPaymentDate)
      members.optional("CISDeduction", &cisDeduction)
      members.optional("CISRate", &cisRate)
      members.optional("SubTotal", &subTotal)
      members.optional("TotalTax", &totalTax)
      members.optional("Total", &total)
      members.optional("TotalDiscount", &totalDiscount)
      members.optional("InvoiceID", &invoiceID)
      members.optional("RepeatingInvoiceID", &repeatingInvoiceID)
      members.optional("HasAttachments", &hasAttachments)
      members.optional("IsDiscounted", &isDiscounted)
      members.optional("Payments", &payments)
      members.optional("Prepayments", &prepayments)
      members.optional("Overpayments", &overpayments)
      members.optional("AmountDue", &amountDue)
      members.optional("AmountPaid", &amountPaid)
      members.optional("FullyPaidOnDate", &fullyPaidOnDate)
      members.optional("AmountCredited", &amountCredited)
      members.optional("UpdatedDateUTC", &updatedDateUtc, .microsoftDate)
      members.optional("UpdatedDateUTCString", &updatedDateUtcString)
      members.optional("CreditNotes", &creditNotes)
      members.optional("Attachments", &attachments)
      members.optional("HasErrors", &hasErrors)
      members.optional("StatusAttributeString", &statusAttributeString)
      members.optional("ValidationErrors", &validationErrors)
      members.optional("Warnings", &warnings)
      members.optional("InvoiceAddresses", &invoiceAddresses)
    }
  }

  /// InvoiceAddress.
  public struct InvoiceAddress: ObjectModel {
    /// Indicates whether the address is defined as origin (FROM) or destination (TO)
    public var invoiceAddressType: InvoiceAddressInvoiceAddressType?
    /// First line of a physical address
    public var addressLine1: String?
    /// Second line of a physical address
    public var addressLine2: String?
    /// Third line of a physical address
    public var addressLine3: String?
    /// Fourth line of a physical address
    public var addressLine4: String?
    /// City of a physical address
    public var city: String?
    /// Region or state of a physical address
    public var region: String?
    /// Postal code of a physical address
    public var postalCode: String?
    /// Country of a physical address
    public var country: String?

    public init(
      invoiceAddressType: InvoiceAddressInvoiceAddressType? = nil, addressLine1: String? = nil, addressLine2: String? = nil,
      addressLine3: String? = nil, addressLine4: String? = nil, city: String? = nil, region: String? = nil,
      postalCode: String? = nil, country: String? = nil
    ) {
      self.invoiceAddressType = invoiceAddressType
      self.addressLine1 = addressLine1
      self.addressLine2 = addressLine2
      self.addressLine3 = addressLine3
      self.addressLine4 = addressLine4
      self.city = city
      self.region = region
      self.postalCode = postalCode
      self.country = country
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("InvoiceAddressType", &invoiceAddressType)
      members.optional("AddressLine1", &addressLine1)
      members.optional("AddressLine2", &addressLine2)
      members.optional("AddressLine3", &addressLine3)
      members.optional("AddressLine4", &addressLine4)
      members.optional("City", &city)
      members.optional("Region", &region)
      members.optional("PostalCode", &postalCode)
      members.optional("Country", &country)
    }
  }

  /// Indicates whether the address is defined as origin (FROM) or destination (TO)
  public struct InvoiceAddressInvoiceAddressType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var from: Self { Self(rawValue: "FROM") }
    public static var to: Self { Self(rawValue: "TO") }

    public static var knownValues: [Self] { [.from, .to] }
  }

  /// InvoiceReminder.
  public struct InvoiceReminder: ObjectModel {
    /// setting for on or off
    public var enabled: Bool?

    public init(enabled: Bool? = nil) {
      self.enabled = enabled
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Enabled", &enabled)
    }
  }

  /// InvoiceReminders.
  public struct InvoiceReminders: ObjectModel {
    public var invoiceReminders: [InvoiceReminder]?

    public init(invoiceReminders: [InvoiceReminder]? = nil) {
      self.invoiceReminders = invoiceReminders
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("InvoiceReminders", &invoiceReminders)
    }
  }

  /// See Invoice Status Codes
  public struct InvoiceStatus: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var draft: Self { Self(rawValue: "DRAFT") }
    public static var submitted: Self { Self(rawValue: "SUBMITTED") }
    public static var deleted: Self { Self(rawValue: "DELETED") }
    public static var authorised: Self { Self(rawValue: "AUTHORISED") }
    public static var paid: Self { Self(rawValue: "PAID") }
    public static var voided: Self { Self(rawValue: "VOIDED") }

    public static var knownValues: [Self] { [.draft, .submitted, .deleted, .authorised, .paid, .voided] }
  }

  /// See Invoice Types
  public struct InvoiceType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var accpay: Self { Self(rawValue: "ACCPAY") }
    public static var accpaycredit: Self { Self(rawValue: "ACCPAYCREDIT") }
    public static var apoverpayment: Self { Self(rawValue: "APOVERPAYMENT") }
    public static var apprepayment: Self { Self(rawValue: "APPREPAYMENT") }
    public static var accrec: Self { Self(rawValue: "ACCREC") }
    public static var accreccredit: Self { Self(rawValue: "ACCRECCREDIT") }
    public static var aroverpayment: Self { Self(rawValue: "AROVERPAYMENT") }
    public static var arprepayment: Self { Self(rawValue: "ARPREPAYMENT") }

    public static var knownValues: [Self] {
      [.accpay, .accpaycredit, .apoverpayment, .apprepayment, .accrec, .accreccredit, .aroverpayment, .arprepayment]
    }
  }

  /// Invoices.
  public struct Invoices: ObjectModel {
    public var pagination: Pagination?
    /// Displays array of warning messages from the API
    public var warnings: [ValidationError]?
    public var invoices: [Invoice]?

    public init(pagination: Pagination? = nil, warnings: [ValidationError]? = nil, invoices: [Invoice]? = nil) {
      self.pagination = pagination
      self.warnings = warnings
      self.invoices = invoices
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("pagination", &pagination)
      members.optional("Warnings", &warnings)
      members.optional("Invoices", &invoices)
    }
  }

  /// Item.
  public struct Item: ObjectModel {
    /// User defined item code (max length = 30)
    public var code: String
    /// The inventory asset account for the item. The account must be of type INVENTORY. The COGSAccountCode in
    /// PurchaseDetails is also required to create a tracked item
    public var inventoryAssetAccountCode: String?
    /// The name of the item (max length = 50)
    public var name: String?
    /// Boolean value, defaults to true. When IsSold is true the item will be available on sales transactions in the Xero
    /// UI. If IsSold is updated to false then Description and SalesDetails values will be nulled.
    public var isSold: Bool?
    /// Boolean value, defaults to true. When IsPurchased is true the item is available for purchase transactions in the
    /// Xero UI. If IsPurchased is updated to false then PurchaseDescription and PurchaseDetails values will be nulled.
    public var isPurchased: Bool?
    /// The sales description of the item (max length = 4000)
    public var description: String?
    /// The purchase description of the item (max length = 4000)
    public var purchaseDescription: String?
    public var purchaseDetails: Purchase?
    public var salesDetails: Purchase?
    /// True for items that are tracked as inventory. An item will be tracked as inventory if the InventoryAssetAccountCode
    /// and COGSAccountCode are set.
    public var isTrackedAsInventory: Bool?
    /// The value of the item on hand. Calculated using average cost accounting.
    public var totalCostPool: Double?
    /// The quantity of the item on hand
    public var quantityOnHand: Double?
    /// Last modified date in UTC format
    ///
    /// Only the server sets it.
    public var updatedDateUtc: Date?
    /// The Xero identifier for an Item
    public var itemID: String?
    /// Status of object
    public var statusAttributeString: String?
    /// Displays array of validation error messages from the API
    public var validationErrors: [ValidationError]?

    public init(
      code: String, inventoryAssetAccountCode: String? = nil, name: String? = nil, isSold: Bool? = nil,
      isPurchased: Bool? = nil, description: String? = nil, purchaseDescription: String? = nil,
      purchaseDetails: Purchase? = nil, salesDetails: Purchase? = nil, isTrackedAsInventory: Bool? = nil,
      totalCostPool: Double? = nil, quantityOnHand: Double? = nil, updatedDateUtc: Date? = nil, itemID: String? = nil,
      statusAttributeString: String? = nil, validationErrors: [ValidationError]? = nil
    ) {
      self.code = code
      self.inventoryAssetAccountCode = inventoryAssetAccountCode
      self.name = name
      self.isSold = isSold
      self.isPurchased = isPurchased
      self.description = description
      self.purchaseDescription = purchaseDescription
      self.purchaseDetails = purchaseDetails
      self.salesDetails = salesDetails
      self.isTrackedAsInventory = isTrackedAsInventory
      self.totalCostPool = totalCostPool
      self.quantityOnHand = quantityOnHand
      self.updatedDateUtc = updatedDateUtc
      self.itemID = itemID
      self.statusAttributeString = statusAttributeString
      self.validationErrors = validationErrors
    }

    public init(_ unread: Unread) {
      code = ""
    }

    public mutating func list(_ members: Members) {
      members.required("Code", &code)
      members.optional("InventoryAssetAccountCode", &inventoryAssetAccountCode)
      members.optional("Name", &name)
      members.optional("IsSold", &isSold)
      members.optional("IsPurchased", &isPurchased)
      members.optional("Description", &description)
      members.optional("PurchaseDescription", &purchaseDescription)
      members.optional("PurchaseDetails", &purchaseDetails)
      members.optional("SalesDetails", &salesDetails)
      members.optional("IsTrackedAsInventory", &isTrackedAsInventory)
      members.optional("TotalCostPool", &totalCostPool)
      members.optional("QuantityOnHand", &quantityOnHand)
      members.optional("UpdatedDateUTC", &updatedDateUtc, .microsoftDate)
      members.optional("ItemID", &itemID)
      members.optional("StatusAttributeString", &statusAttributeString)
      members.optional("ValidationErrors", &validationErrors)
    }
  }

  /// Items.
  public struct Items: ObjectModel {
    public var items: [Item]?

    public init(items: [Item]? = nil) {
      self.items = items
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Items", &items)
    }
  }

  /// Journal.
  public struct Journal: ObjectModel {
    /// Xero identifier
    public var journalID: String?
    /// Date the journal was posted
    public var journalDate: String?
    /// Xero generated journal number
    public var journalNumber: Int?
    /// Created date UTC format
    ///
    /// Only the server sets it.
    public var createdDateUtc: Date?
    /// reference field for additional indetifying information
    public var reference: String?
    /// The identifier for the source transaction (e.g. InvoiceID)
    public var sourceID: String?
    /// The journal source type. The type of transaction that created the journal
    public var sourceType: JournalSourceType?
    /// See JournalLines
    public var journalLines: [JournalLine]?

    public init(
      journalID: String? = nil, journalDate: String? = nil, journalNumber: Int? = nil, createdDateUtc: Date? = nil,
      reference: String? = nil, sourceID: String? = nil, sourceType: JournalSourceType? = nil,
      journalLines: [JournalLine]? = nil
    ) {
      self.journalID = journalID
      self.journalDate = journalDate
      self.journalNumber = journalNumber
      self.createdDateUtc = createdDateUtc
      self.reference = reference
      self.sourceID = sourceID
      self.sourceType = sourceType
      self.journalLines = journalLines
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("JournalID", &journalID)
      members.optional("JournalDate", &journalDate)
      members.optional("JournalNumber", &journalNumber)
      members.optional("CreatedDateUTC", &createdDateUtc, .microsoftDate)
      members.optional("Reference", &reference)
      members.optional("SourceID", &sourceID)
      members.optional("SourceType", &sourceType)
      members.optional("JournalLines", &journalLines)
    }
  }

  /// JournalLine.
  public struct JournalLine: ObjectModel {
    /// Xero identifier for Journal
    public var journalLineID: String?
    /// See Accounts
    public var accountID: String?
    /// See Accounts
    public var accountCode: String?
    /// See Account Types
    public var accountType: AccountType?
    /// See AccountCodes
    public var accountName: String?
    /// The description from the source transaction line item. Only returned if populated.
    public var description: String?
    /// Net amount of journal line. This will be a positive value for a debit and negative for a credit
    public var netAmount: Double?
    /// Gross amount of journal line (NetAmount + TaxAmount).
    public var grossAmount: Double?
    /// Total tax on a journal line
    ///
    /// Only the server sets it.
    public var taxAmount: Double?
    /// The tax type from taxRates
    public var taxType: String?
    /// see TaxRates
    public var taxName: String?
    /// Optional Tracking Category – see Tracking. Any JournalLine can have a maximum of 2 <TrackingCategory> elements.
    public var trackingCategories: [TrackingCategory]?

    public init(
      journalLineID: String? = nil, accountID: String? = nil, accountCode: String? = nil, accountType: AccountType? = nil,
      accountName: String? = nil, description: String? = nil, netAmount: Double? = nil, grossAmount: Double? = nil,
      taxAmount: Double? = nil, taxType: String? = nil, taxName: String? = nil, trackingCategories: [TrackingCategory]? = nil
    ) {
      self.journalLineID = journalLineID
      self.accountID = accountID
      self.accountCode = accountCode
      self.accountType = accountType
      self.accountName = accountName
      self.description = description
      self.netAmount = netAmount
      self.grossAmount = grossAmount
      self.taxAmount = taxAmount
      self.taxType = taxType
      self.taxName = taxName
      self.trackingCategories = trackingCategories
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("JournalLineID", &journalLineID)
      members.optional("AccountID", &accountID)
      members.optional("AccountCode", &accountCode)
      members.optional("AccountType", &accountType)
      members.optional("AccountName", &accountName)
      members.optional("Description", &description)
      members.optional("NetAmount", &netAmount)
      members.optional("GrossAmount", &grossAmount)
      members.optional("TaxAmount", &taxAmount)
      members.optional("TaxType", &taxType)
      members.optional("TaxName", &taxName)
      members.optional("TrackingCategories", &trackingCategories)
    }
  }

  /// The journal source type. The type of transaction that created the journal
  public struct JournalSourceType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var accrec: Self { Self(rawValue: "ACCREC") }
    public static var accpay: Self { Self(rawValue: "ACCPAY") }
    public static var accreccredit: Self { Self(rawValue: "ACCRECCREDIT") }
    public static var accpaycredit: Self { Self(rawValue: "ACCPAYCREDIT") }
    public static var accrecpayment: Self { Self(rawValue: "ACCRECPAYMENT") }
    public static var accpaypayment: Self { Self(rawValue: "ACCPAYPAYMENT") }
    public static var arcreditpayment: Self { Self(rawValue: "ARCREDITPAYMENT") }
    public static var apcreditpayment: Self { Self(rawValue: "APCREDITPAYMENT") }
    public static var cashrec: Self { Self(rawValue: "CASHREC") }
    public static var cashpaid: Self { Self(rawValue: "CASHPAID") }
    public static var transfer: Self { Self(rawValue: "TRANSFER") }
    public static var arprepayment: Self { Self(rawValue: "ARPREPAYMENT") }
    public static var apprepayment: Self { Self(rawValue: "APPREPAYMENT") }
    public static var aroverpayment: Self { Self(rawValue: "AROVERPAYMENT") }
    public static var apoverpayment: Self { Self(rawValue: "APOVERPAYMENT") }
    public static var expclaim: Self { Self(rawValue: "EXPCLAIM") }
    public static var exppayment: Self { Self(rawValue: "EXPPAYMENT") }
    public static var manjournal: Self { Self(rawValue: "MANJOURNAL") }
    public static var payslip: Self { Self(rawValue: "PAYSLIP") }
    public static var wagepayable: Self { Self(rawValue: "WAGEPAYABLE") }
    public static var integratedpayrollpe: Self { Self(rawValue: "INTEGRATEDPAYROLLPE") }
    public static var integratedpayrollpt: Self { Self(rawValue: "INTEGRATEDPAYROLLPT") }
    public static var externalspendmoney: Self { Self(rawValue: "EXTERNALSPENDMONEY") }
    public static var integratedpayrollptpayment: Self { Self(rawValue: "INTEGRATEDPAYROLLPTPAYMENT") }
    public static var integratedpayrollcn: Self { Self(rawValue: "INTEGRATEDPAYROLLCN") }

    public static var knownValues: [Self] {
      [
        .accrec, .accpay, .accreccredit, .accpaycredit, .accrecpayment, .accpaypayment, .arcreditpayment, .apcreditpayment,
        .cashrec, .cashpaid, .transfer, .arprepayment, .apprepayment, .aroverpayment, .apoverpayment, .expclaim, .exppayment,
        .manjournal, .payslip, .wagepayable, .integratedpayrollpe, .integratedpayrollpt, .externalspendmoney,
        .integratedpayrollptpayment, .integratedpayrollcn,
      ]
    }
  }

  /// Journals.
  public struct Journals: ObjectModel {
    /// Displays array of warning messages from the API
    public var warnings: [ValidationError]?
    public var journals: [Journal]?

    public init(warnings: [ValidationError]? = nil, journals: [Journal]? = nil) {
      self.warnings = warnings
      self.journals = journals
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Warnings", &warnings)
      members.optional("Journals", &journals)
    }
  }

  /// Line amounts are exclusive of tax by default if you don’t specify this element. See Line Amount Types
  public struct LineAmountTypes: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var exclusive: Self { Self(rawValue: "Exclusive") }
    public static var inclusive: Self { Self(rawValue: "Inclusive") }
    public static var noTax: Self { Self(rawValue: "NoTax") }

    public static var knownValues: [Self] { [.exclusive, .inclusive, .noTax] }
  }

  /// LineItem.
  public struct LineItem: ObjectModel {
    /// LineItem unique ID
    public var lineItemID: String?
    /// Description needs to be at least 1 char long. A line item with just a description (i.e no unit amount or quantity)
    /// can be created by specifying just a <Description> element that contains at least 1 character
    public var description: String?
    /// LineItem Quantity
    public var quantity: Double?
    /// LineItem Unit Amount
    public var unitAmount: Double?
    /// See Items
    public var itemCode: String?
    /// See Accounts
    public var accountCode: String?
    /// The associated account ID related to this line item
    public var accountID: String?
    /// The tax type from TaxRates
    public var taxType: String?
    /// The tax amount is auto calculated as a percentage of the line amount (see below) based on the tax rate. This value
    /// can be overriden if the calculated <TaxAmount> is not correct.
    public var taxAmount: Double?
    public var item: LineItemItem?
    /// If you wish to omit either the Quantity or UnitAmount you can provide a LineAmount and Xero will calculate the
    /// missing amount for you. The line amount reflects the discounted price if either a DiscountRate or DiscountAmount has
    /// been used i.e. LineAmount = Quantity * Unit Amount * ((100 - DiscountRate)/100) or LineAmount = (Quantity *
    /// UnitAmount) - DiscountAmount
    public var lineAmount: Double?
    /// Optional Tracking Category – see Tracking.  Any LineItem can have a  maximum of 2 <TrackingCategory> elements.
    public var tracking: [LineItemTracking]?
    /// Percentage discount being applied to a line item (only supported on ACCREC invoices – ACC PAY invoices and credit
    /// notes in Xero do not support discounts
    public var discountRate: Double?
    /// Discount amount being applied to a line item. Only supported on ACCREC invoices and quotes. ACCPAY invoices and
    /// credit notes in Xero do not support discounts.
    public var discountAmount: Double?
    /// The Xero identifier for a Repeating Invoice
    public var repeatingInvoiceID: String?
    /// The type of taxability
    public var taxability: LineItemTaxability?
    /// The ID of the sales tax code
    public var salesTaxCodeID: Double?
    /// An array of tax components defined for this line item
    public var taxBreakdown: [TaxBreakdownComponent]?

    public init(
      lineItemID: String? = nil, description: String? = nil, quantity: Double? = nil, unitAmount: Double? = nil,
      itemCode: String? = nil, accountCode: String? = nil, accountID: String? = nil, taxType: String? = nil,
      taxAmount: Double? = nil, item: LineItemItem? = nil, lineAmount: Double? = nil, tracking: [LineItemTracking]? = nil,
      discountRate: Double? = nil, discountAmount: Double? = nil, repeatingInvoiceID: String? = nil,
      taxability: LineItemTaxability? = nil, salesTaxCodeID: Double? = nil, taxBreakdown: [TaxBreakdownComponent]? = nil
    ) {
      self.lineItemID = lineItemID
      self.description = description
      self.quantity = quantity
      self.unitAmount = unitAmount
      self.itemCode = itemCode
      self.accountCode = accountCode
      self.accountID = accountID
      self.taxType = taxType
      self.taxAmount = taxAmount
      self.item = item
      self.lineAmount = lineAmount
      self.tracking = tracking
      self.discountRate = discountRate
      self.discountAmount = discountAmount
      self.repeatingInvoiceID = repeatingInvoiceID
      self.taxability = taxability
      self.salesTaxCodeID = salesTaxCodeID
      self.taxBreakdown = taxBreakdown
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("LineItemID", &lineItemID)
      members.optional("Description", &description)
      members.optional("Quantity", &quantity)
      members.optional("UnitAmount", &unitAmount)
      members.optional("ItemCode", &itemCode)
      members.optional("AccountCode", &accountCode)
      members.optional("AccountID", &accountID)
      members.optional("TaxType", &taxType)
      members.optional("TaxAmount", &taxAmount)
      members.optional("Item", &item)
      members.optional("LineAmount", &lineAmount)
      members.optional("Tracking", &tracking)
      members.optional("DiscountRate", &discountRate)
      members.optional("DiscountAmount", &discountAmount)
      members.optional("RepeatingInvoiceID", &repeatingInvoiceID)
      members.optional("Taxability", &taxability)
      members.optional("SalesTaxCodeId", &salesTaxCodeID)
      members.optional("TaxBreakdown", &taxBreakdown)
    }
  }

  /// LineItemItem.
  public struct LineItemItem: ObjectModel {
    /// User defined item code (max length = 30)
    public var code: String?
    /// The name of the item (max length = 50)
    public var name: String?
    /// The Xero identifier for an Item
    public var itemID: String?

    public init(code: String? = nil, name: String? = nil, itemID: String? = nil) {
      self.code = code
      self.name = name
      self.itemID = itemID
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Code", &code)
      members.optional("Name", &name)
      members.optional("ItemID", &itemID)
    }
  }

  /// The type of taxability
  public struct LineItemTaxability: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var taxable: Self { Self(rawValue: "TAXABLE") }
    public static var nonTaxable: Self { Self(rawValue: "NON_TAXABLE") }
    public static var exempt: Self { Self(rawValue: "EXEMPT") }
    public static var partTaxable: Self { Self(rawValue: "PART_TAXABLE") }
    public static var notApplicable: Self { Self(rawValue: "NOT_APPLICABLE") }

    public static var knownValues: [Self] { [.taxable, .nonTaxable, .exempt, .partTaxable, .notApplicable] }
  }

  /// LineItemTracking.
  public struct LineItemTracking: ObjectModel {
    /// The Xero identifier for a tracking category
    public var trackingCategoryID: String?
    /// The Xero identifier for a tracking category option
    public var trackingOptionID: String?
    /// The name of the tracking category
    public var name: String?
    /// See Tracking Options
    public var option: String?

    public init(
      trackingCategoryID: String? = nil, trackingOptionID: String? = nil, name: String? = nil, option: String? = nil
    ) {
      self.trackingCategoryID = trackingCategoryID
      self.trackingOptionID = trackingOptionID
      self.name = name
      self.option = option
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("TrackingCategoryID", &trackingCategoryID)
      members.optional("TrackingOptionID", &trackingOptionID)
      members.optional("Name", &name)
      members.optional("Option", &option)
    }
  }

  /// LinkedTransaction.
  public struct LinkedTransaction: ObjectModel {
    /// Filter by the SourceTransactionID. Get all the linked transactions created from a particular ACCPAY invoice
    public var sourceTransactionID: String?
    /// The line item identifier from the source transaction.
    public var sourceLineItemID: String?
    /// Filter by the combination of ContactID and Status. Get all the linked transactions that have been assigned to a
    /// particular customer and have a particular status e.g. GET
    /// /LinkedTransactions?ContactID=4bb34b03-3378-4bb2-a0ed-6345abf3224e&Status=APPROVED.
    public var contactID: String?
    /// Filter by the TargetTransactionID. Get all the linked transactions  allocated to a particular ACCREC invoice
    public var targetTransactionID: String?
    /// The line item identifier from the target transaction. It is possible to link multiple billable expenses to the same
    /// TargetLineItemID.
    public var targetLineItemID: String?
    /// The Xero identifier for an Linked Transaction e.g./LinkedTransactions/297c2dc5-cc47-4afd-8ec8-74990b8761e9
    public var linkedTransactionID: String?
    /// Filter by the combination of ContactID and Status. Get all the linked transactions that have been assigned to a
    /// particular customer and have a particular status e.g. GET
    /// /LinkedTransactions?ContactID=4bb34b03-3378-4bb2-a0ed-6345abf3224e&Status=APPROVED.
    public var status: LinkedTransactionStatus?
    /// This will always be BILLABLEEXPENSE. More types may be added in future.
    public var type: String?
    /// The last modified date in UTC format
    ///
    /// Only the server sets it.
    public var updatedDateUtc: Date?
    /// The Type of the source tranasction. This will be ACCPAY if the linked transaction was created from an invoice and
    /// SPEND if it was created from a bank transaction.
    public var sourceTransactionTypeCode: LinkedTransactionSourceTransactionTypeCode?
    /// Displays array of validation error messages from the API
    public var validationErrors: [ValidationError]?

    public init(
      sourceTransactionID: String? = nil, sourceLineItemID: String? = nil, contactID: String? = nil,
      targetTransactionID: String? = nil, targetLineItemID: String? = nil, linkedTransactionID: String? = nil,
      status: LinkedTransactionStatus? = nil, type: String? = nil, updatedDateUtc: Date? = nil,
      sourceTransactionTypeCode: LinkedTransactionSourceTransactionTypeCode? = nil, validationErrors: [ValidationError]? = nil
    ) {
      self.sourceTransactionID = sourceTransactionID
      self.sourceLineItemID = sourceLineItemID
      self.contactID = contactID
      self.targetTransactionID = targetTransactionID
      self.targetLineItemID = targetLineItemID
      self.linkedTransactionID = linkedTransactionID
      self.status = status
      self.type = type
      self.updatedDateUtc = updatedDateUtc
      self.sourceTransactionTypeCode = sourceTransactionTypeCode
      self.validationErrors = validationErrors
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("SourceTransactionID", &sourceTransactionID)
      members.optional("SourceLineItemID", &sourceLineItemID)
      members.optional("ContactID", &contactID)
      members.optional("TargetTransactionID", &targetTransactionID)
      members.optional("TargetLineItemID", &targetLineItemID)
      members.optional("LinkedTransactionID", &linkedTransactionID)
      members.optional("Status", &status)
      members.optional("Type", &type)
      members.optional("UpdatedDateUTC", &updatedDateUtc, .microsoftDate)
      members.optional("SourceTransactionTypeCode", &sourceTransactionTypeCode)
      members.optional("ValidationErrors", &validationErrors)
    }
  }

  /// The Type of the source tranasction. This will be ACCPAY if the linked transaction was created from an invoice and
  /// SPEND if it was created from a bank transaction.
  public struct LinkedTransactionSourceTransactionTypeCode: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var accpay: Self { Self(rawValue: "ACCPAY") }
    public static var spend: Self { Self(rawValue: "SPEND") }

    public static var knownValues: [Self] { [.accpay, .spend] }
  }

  /// Filter by the combination of ContactID and Status. Get all the linked transactions that have been assigned to a
  /// particular customer and have a particular status e.g. GET
  /// /LinkedTransactions?ContactID=4bb34b03-3378-4bb2-a0ed-6345abf3224e&Status=APPROVED.
  public struct LinkedTransactionStatus: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var approved: Self { Self(rawValue: "APPROVED") }
    public static var draft: Self { Self(rawValue: "DRAFT") }
    public static var ondraft: Self { Self(rawValue: "ONDRAFT") }
    public static var billed: Self { Self(rawValue: "BILLED") }
    public static var voided: Self { Self(rawValue: "VOIDED") }

    public static var knownValues: [Self] { [.approved, .draft, .ondraft, .billed, .voided] }
  }

  /// LinkedTransactions.
  public struct LinkedTransactions: ObjectModel {
    public var linkedTransactions: [LinkedTransaction]?

    public init(linkedTransactions: [LinkedTransaction]? = nil) {
      self.linkedTransactions = linkedTransactions
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("LinkedTransactions", &linkedTransactions)
    }
  }

  /// ManualJournal.
  public struct ManualJournal: ObjectModel {
    /// Description of journal being posted
    public var narration: String
    /// See JournalLines
    public var journalLines: [ManualJournalLine]?
    /// Date journal was posted – YYYY-MM-DD
    public var date: String?
    /// Line amounts are exclusive of tax by default if you don’t specify this element. See Line Amount Types
    public var lineAmountTypes: LineAmountTypes?
    /// See Manual Journal Status Codes
    public var status: ManualJournalStatus?
    /// Url link to a source document – shown as “Go to [appName]” in the Xero app
    public var url: String?
    /// Boolean – default is true if not specified
    public var showOnCashBasisReports: Bool?
    /// Boolean to indicate if a manual journal has an attachment
    ///
    /// Only the server sets it. Default: `"false"`.
    public var hasAttachments: Bool?
    /// Last modified date UTC format
    ///
    /// Only the server sets it.
    public var updatedDateUtc: Date?
    /// The Xero identifier for a Manual Journal
    public var manualJournalID: String?
    /// A string to indicate if a invoice status
    public var statusAttributeString: String?
    /// Displays array of warning messages from the API
    public var warnings: [ValidationError]?
    /// Displays array of validation error messages from the API
    public var validationErrors: [ValidationError]?
    /// Displays array of attachments from the API
    public var attachments: [Attachment]?

    public init(
      narration: String, journalLines: [ManualJournalLine]? = nil, date: String? = nil,
      lineAmountTypes: LineAmountTypes? = nil, status: ManualJournalStatus? = nil, url: String? = nil,
      showOnCashBasisReports: Bool? = nil, hasAttachments: Bool? = nil, updatedDateUtc: Date? = nil,
      manualJournalID: String? = nil, statusAttributeString: String? = nil, warnings: [ValidationError]? = nil,
      validationErrors: [ValidationError]? = nil, attachments: [Attachment]? = nil
    ) {
      self.narration = narration
      self.journalLines = journalLines
      self.date = date
      self.lineAmountTypes = lineAmountTypes
      self.status = status
      self.url = url
      self.showOnCashBasisReports = showOnCashBasisReports
      self.hasAttachments = hasAttachments
      self.updatedDateUtc = updatedDateUtc
      self.manualJournalID = manualJournalID
      self.statusAttributeString = statusAttributeString
      self.warnings = warnings
      self.validationErrors = validationErrors
      self.attachments = attachments
    }

    public init(_ unread: Unread) {
      narration = ""
    }

    public mutating func list(_ members: Members) {
      members.required("Narration", &narration)
      members.optional("JournalLines", &journalLines)
      members.optional("Date", &date)
      members.optional("LineAmountTypes", &lineAmountTypes)
      members.optional("Status", &status)
      members.optional("Url", &url)
      members.optional("ShowOnCashBasisReports", &showOnCashBasisReports)
      members.optional("HasAttachments", &hasAttachments)
      members.optional("UpdatedDateUTC", &updatedDateUtc, .microsoftDate)
      members.optional("ManualJournalID", &manualJournalID)
      members.optional("StatusAttributeString", &statusAttributeString)
      members.optional("Warnings", &warnings)
      members.optional("ValidationErrors", &validationErrors)
      members.optional("Attachments", &attachments)
    }
  }

  /// ManualJournalLine.
  public struct ManualJournalLine: ObjectModel {
    /// total for line. Debits are positive, credits are negative value
    public var lineAmount: Double?
    /// See Accounts
    public var accountCode: String?
    /// See Accounts
    public var accountID: String?
    /// Description for journal line
    public var description: String?
    /// The tax type from TaxRates
    public var taxType: String?
    /// Optional Tracking Category – see Tracking. Any JournalLine can have a maximum of 2 <TrackingCategory> elements.
    public var tracking: [TrackingCategory]?
    /// The calculated tax amount based on the TaxType and LineAmount
    public var taxAmount: Double?
    /// is the line blank
    public var isBlank: Bool?

    public init(
      lineAmount: Double? = nil, accountCode: String? = nil, accountID: String? = nil, description: String? = nil,
      taxType: String? = nil, tracking: [TrackingCategory]? = nil, taxAmount: Double? = nil, isBlank: Bool? = nil
    ) {
      self.lineAmount = lineAmount
      self.accountCode = accountCode
      self.accountID = accountID
      self.description = description
      self.taxType = taxType
      self.tracking = tracking
      self.taxAmount = taxAmount
      self.isBlank = isBlank
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("LineAmount", &lineAmount)
      members.optional("AccountCode", &accountCode)
      members.optional("AccountID", &accountID)
      members.optional("Description", &description)
      members.optional("TaxType", &taxType)
      members.optional("Tracking", &tracking)
      members.optional("TaxAmount", &taxAmount)
      members.optional("IsBlank", &isBlank)
    }
  }

  /// See Manual Journal Status Codes
  public struct ManualJournalStatus: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var draft: Self { Self(rawValue: "DRAFT") }
    public static var posted: Self { Self(rawValue: "POSTED") }
    public static var deleted: Self { Self(rawValue: "DELETED") }
    public static var voided: Self { Self(rawValue: "VOIDED") }
    public static var archived: Self { Self(rawValue: "ARCHIVED") }

    public static var knownValues: [Self] { [.draft, .posted, .deleted, .voided, .archived] }
  }

  /// ManualJournals.
  public struct ManualJournals: ObjectModel {
    public var pagination: Pagination?
    /// Displays array of warning messages from the API
    public var warnings: [ValidationError]?
    public var manualJournals: [ManualJournal]?

    public init(pagination: Pagination? = nil, warnings: [ValidationError]? = nil, manualJournals: [ManualJournal]? = nil) {
      self.pagination = pagination
      self.warnings = warnings
      self.manualJournals = manualJournals
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("pagination", &pagination)
      members.optional("Warnings", &warnings)
      members.optional("ManualJournals", &manualJournals)
    }
  }

  /// OnlineInvoice.
  public struct OnlineInvoice: ObjectModel {
    /// the URL to an online invoice
    public var onlineInvoiceURL: String?

    public init(onlineInvoiceURL: String? = nil) {
      self.onlineInvoiceURL = onlineInvoiceURL
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("OnlineInvoiceUrl", &onlineInvoiceURL)
    }
  }

  /// OnlineInvoices.
  public struct OnlineInvoices: ObjectModel {
    public var onlineInvoices: [OnlineInvoice]?

    public init(onlineInvoices: [OnlineInvoice]? = nil) {
      self.onlineInvoices = onlineInvoices
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("OnlineInvoices", &onlineInvoices)
    }
  }

  /// Organisation.
  public struct Organisation: ObjectModel {
    /// Unique Xero identifier
    public var organisationID: String?
    /// Display a unique key used for Xero-to-Xero transactions
    public var apiKey: String?
    /// Display name of organisation shown in Xero
    public var name: String?
    /// Organisation name shown on Reports
    public var legalName: String?
    /// Boolean to describe if organisation is registered with a local tax authority i.e. true, false
    public var paysTax: Bool?
    /// See Version Types
    public var version: OrganisationVersion?
    /// Organisation Type
    public var organisationType: OrganisationOrganisationType?
    /// 3 letter alpha code for the currency – see list of currency codes
    public var baseCurrency: CurrencyCode?
    public var countryCode: CountryCode?
    /// Boolean to describe if organisation is a demo company.
    public var isDemoCompany: Bool?
    /// Will be set to ACTIVE if you can connect to organisation via the Xero API
    public var organisationStatus: String?
    /// Shows for New Zealand, Australian and UK organisations
    public var registrationNumber: String?
    /// Shown if set. US Only.
    public var employerIdentificationNumber: String?
    /// Shown if set. Displays in the Xero UI as Tax File Number (AU), GST Number (NZ), VAT Number (UK) and Tax ID Number
    /// (US & Global).
    public var taxNumber: String?
    /// Calendar day e.g. 0-31
    public var financialYearEndDay: Int?
    /// Calendar Month e.g. 1-12
    public var financialYearEndMonth: Int?
    /// The accounting basis used for tax returns. See Sales Tax Basis
    public var salesTaxBasis: OrganisationSalesTaxBasis?
    /// The frequency with which tax returns are processed. See Sales Tax Period
    public var salesTaxPeriod: OrganisationSalesTaxPeriod?
    /// The default for LineAmountTypes on sales transactions
    public var defaultSalesTax: String?
    /// The default for LineAmountTypes on purchase transactions
    public var defaultPurchasesTax: String?
    /// Shown if set. See lock dates
    public var periodLockDate: String?
    /// Shown if set. See lock dates
    public var endOfYearLockDate: String?
    /// Timestamp when the organisation was created in Xero
    ///
    /// Only the server sets it.
    public var createdDateUtc: Date?
    /// Timezone specifications
    public var timezone: TimeZone?
    /// Organisation Entity Type
    public var organisationEntityType: OrganisationOrganisationEntityType?
    /// A unique identifier for the organisation. Potential uses.
    public var shortCode: String?
    /// Organisation Classes describe which plan the Xero organisation is on (e.g. DEMO, TRIAL, PREMIUM)
    public var `class`: OrganisationClass?
    /// BUSINESS or PARTNER. Partner edition organisations are sold exclusively through accounting partners and have
    /// restricted functionality (e.g. no access to invoicing)
    public var edition: OrganisationEdition?
    /// Description of business type as defined in Organisation settings
    public var lineOfBusiness: String?
    /// Address details for organisation – see Addresses
    public var addresses: [AddressForOrganisation]?
    /// Phones details for organisation – see Phones
    public var phones: [Phone]?
    /// Organisation profile links for popular services such as Facebook,Twitter, GooglePlus and LinkedIn. You can also add
    /// link to your website here. Shown if Organisation settings is updated in Xero. See ExternalLinks below
    public var externalLinks: [ExternalLink]?
    public var paymentTerms: PaymentTerm?

    public init(
      organisationID: String? = nil, apiKey: String? = nil, name: String? = nil, legalName: String? = nil,
      paysTax: Bool? = nil, version: OrganisationVersion? = nil, organisationType: OrganisationOrganisationType? = nil,
      baseCurrency: CurrencyCode? = nil, countryCode: CountryCode? = nil, isDemoCompany: Bool? = nil,
      organisationStatus: String? = nil, registrationNumber: String? = nil, employerIdentificationNumber: String? = nil,
      taxNumber: String? = nil, financialYearEndDay: Int? = nil, financialYearEndMonth: Int? = nil,
      salesTaxBasis: OrganisationSalesTaxBasis? = nil, salesTaxPeriod: OrganisationSalesTaxPeriod? = nil,
      defaultSalesTax: String? = nil, defaultPurchasesTax: String? = nil, periodLockDate: String? = nil,
      endOfYearLockDate: String? = nil, createdDateUtc: Date? = nil, timezone: TimeZone? = nil,
      organisationEntityType: OrganisationOrganisationEntityType? = nil, shortCode: String? = nil,
      `class`: OrganisationClass? = nil, edition: OrganisationEdition? = nil, lineOfBusiness: String? = nil,
      addresses: [AddressForOrganisation]? = nil, phones: [Phone]? = nil, externalLinks: [ExternalLink]? = nil,
      paymentTerms: PaymentTerm? = nil
    ) {
      self.organisationID = organisationID
      self.apiKey = apiKey
      self.name = name
      self.legalName = legalName
      self.paysTax = paysTax
      self.version = version
      self.organisationType = organisationType
      self.baseCurrency = baseCurrency
      self.countryCode = countryCode
      self.isDemoCompany = isDemoCompany
      self.organisationStatus = organisationStatus
      self.registrationNumber = registrationNumber
      self.employerIdentificationNumber = employerIdentificationNumber
      self.taxNumber = taxNumber
      self.financialYearEndDay = financialYearEndDay
      self.financialYearEndMonth = financialYearEndMonth
      self.salesTaxBasis = salesTaxBasis
      self.salesTaxPeriod = salesTaxPeriod
      self.defaultSalesTax = defaultSalesTax
      self.defaultPurchasesTax = defaultPurchasesTax
      self.periodLockDate = periodLockDate
      self.endOfYearLockDate = endOfYearLockDate
      self.createdDateUtc = createdDateUtc
      self.timezone = timezone
      self.organisationEntityType = organisationEntityType
      self.shortCode = shortCode
      self.`class` = `class`
      self.edition = edition
      self.lineOfBusiness = lineOfBusiness
      self.addresses = addresses
      self.phones = phones
      self.externalLinks = externalLinks
      self.paymentTerms = paymentTerms
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("OrganisationID", &organisationID)
      members.optional("APIKey", &apiKey)
      members.optional("Name", &name)
      members.optional("LegalName", &legalName)
      members.optional("PaysTax", &paysTax)
      members.optional("Version", &version)
      members.optional("OrganisationType", &organisationType)
      members.optional("BaseCurrency", &baseCurrency)
      members.optional("CountryCode", &countryCode)
      members.optional("IsDemoCompany", &isDemoCompany)
      members.optional("OrganisationStatus", &organisationStatus)
      members.optional("RegistrationNumber", &registrationNumber)
      members.optional("EmployerIdentificationNumber", &employerIdentificationNumber)
      members.optional("TaxNumber", &taxNumber)
      members.optional("FinancialYearEndDay", &financialYearEndDay)
      members.optional("FinancialYearEndMonth", &financialYearEndMonth)
      members.optional("SalesTaxBasis", &salesTaxBasis)
      members.optional("SalesTaxPeriod", &salesTaxPeriod)
      members.optional("DefaultSalesTax", &defaultSalesTax)
      members.optional("DefaultPurchasesTax", &defaultPurchasesTax)
      members.optional("PeriodLockDate", &periodLockDate)
      members.optional("EndOfYearLockDate", &endOfYearLockDate)
      members.optional("CreatedDateUTC", &createdDateUtc, .microsoftDate)
      members.optional("Timezone", &timezone)
      members.optional("OrganisationEntityType", &organisationEntityType)
      members.optional("ShortCode", &shortCode)
      members.optional("Class", &`class`)
      members.optional("Edition", &edition)
      members.optional("LineOfBusiness", &lineOfBusiness)
      members.optional("Addresses", &addresses)
      members.optional("Phones", &phones)
      members.optional("ExternalLinks", &externalLinks)
      members.optional("PaymentTerms", &paymentTerms)
    }
  }

  /// Organisation Classes describe which plan the Xero organisation is on (e.g. DEMO, TRIAL, PREMIUM)
  public struct OrganisationClass: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var demo: Self { Self(rawValue: "DEMO") }
    public static var trial: Self { Self(rawValue: "TRIAL") }
    public static var starter: Self { Self(rawValue: "STARTER") }
    public static var standard: Self { Self(rawValue: "STANDARD") }
    public static var premium: Self { Self(rawValue: "PREMIUM") }
    public static var premium20: Self { Self(rawValue: "PREMIUM_20") }
    public static var premium50: Self { Self(rawValue: "PREMIUM_50") }
    public static var premium100: Self { Self(rawValue: "PREMIUM_100") }
    public static var ledger: Self { Self(rawValue: "LEDGER") }
    public static var gstCashbook: Self { Self(rawValue: "GST_CASHBOOK") }
    public static var nonGstCashbook: Self { Self(rawValue: "NON_GST_CASHBOOK") }
    public static var ultimate: Self { Self(rawValue: "ULTIMATE") }
    public static var lite: Self { Self(rawValue: "LITE") }
    public static var ultimate10: Self { Self(rawValue: "ULTIMATE_10") }
    public static var ultimate20: Self { Self(rawValue: "ULTIMATE_20") }
    public static var ultimate50: Self { Self(rawValue: "ULTIMATE_50") }
    public static var ultimate100: Self { Self(rawValue: "ULTIMATE_100") }
    public static var ignite: Self { Self(rawValue: "IGNITE") }
    public static var grow: Self { Self(rawValue: "GROW") }
    public static var comprehensive: Self { Self(rawValue: "COMPREHENSIVE") }
    public static var simple: Self { Self(rawValue: "SIMPLE") }
    public static var basiclite: Self { Self(rawValue: "BASICLITE") }
    public static var ultra: Self { Self(rawValue: "ULTRA") }

    public static var knownValues: [Self] {
      [
        .demo, .trial, .starter, .standard, .premium, .premium20, .premium50, .premium100, .ledger, .gstCashbook,
        .nonGstCashbook, .ultimate, .lite, .ultimate10, .ultimate20, .ultimate50, .ultimate100, .ignite, .grow,
        .comprehensive, .simple, .basiclite, .ultra,
      ]
    }
  }

  /// BUSINESS or PARTNER. Partner edition organisations are sold exclusively through accounting partners and have
  /// restricted functionality (e.g. no access to invoicing)
  public struct OrganisationEdition: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var business: Self { Self(rawValue: "BUSINESS") }
    public static var partner: Self { Self(rawValue: "PARTNER") }

    public static var knownValues: [Self] { [.business, .partner] }
  }

  /// Organisation Entity Type
  public typealias OrganisationOrganisationEntityType = OrganisationOrganisationType

  /// Organisation Type
  public struct OrganisationOrganisationType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var accountingPractice: Self { Self(rawValue: "ACCOUNTING_PRACTICE") }
    public static var company: Self { Self(rawValue: "COMPANY") }
    public static var charity: Self { Self(rawValue: "CHARITY") }
    public static var clubOrSociety: Self { Self(rawValue: "CLUB_OR_SOCIETY") }
    public static var individual: Self { Self(rawValue: "INDIVIDUAL") }
    public static var lookThroughCompany: Self { Self(rawValue: "LOOK_THROUGH_COMPANY") }
    public static var notForProfit: Self { Self(rawValue: "NOT_FOR_PROFIT") }
    public static var partnership: Self { Self(rawValue: "PARTNERSHIP") }
    public static var sCorporation: Self { Self(rawValue: "S_CORPORATION") }
    public static var selfManagedSuperannuationFund: Self { Self(rawValue: "SELF_MANAGED_SUPERANNUATION_FUND") }
    public static var soleTrader: Self { Self(rawValue: "SOLE_TRADER") }
    public static var superannuationFund: Self { Self(rawValue: "SUPERANNUATION_FUND") }
    public static var trust: Self { Self(rawValue: "TRUST") }
    public static var personal: Self { Self(rawValue: "PERSONAL") }
    public static var singlememberllc: Self { Self(rawValue: "SINGLEMEMBERLLC") }
    public static var ccorporationllc: Self { Self(rawValue: "CCORPORATIONLLC") }
    public static var partnershipllc: Self { Self(rawValue: "PARTNERSHIPLLC") }
    public static var scorporationllc: Self { Self(rawValue: "SCORPORATIONLLC") }
    public static var llc: Self { Self(rawValue: "LLC") }
    public static var notllc: Self { Self(rawValue: "NOTLLC") }
    public static var unspecified: Self { Self(rawValue: "UNSPECIFIED") }

    public static var knownValues: [Self] {
      [
        .accountingPractice, .company, .charity, .clubOrSociety, .individual, .lookThroughCompany, .notForProfit,
        .partnership, .sCorporation, .selfManagedSuperannuationFund, .soleTrader, .superannuationFund, .trust, .personal,
        .singlememberllc, .ccorporationllc, .partnershipllc, .scorporationllc, .llc, .notllc, .unspecified,
      ]
    }
  }

  /// The accounting basis used for tax returns. See Sales Tax Basis
  public struct OrganisationSalesTaxBasis: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var payments: Self { Self(rawValue: "PAYMENTS") }
    public static var invoice: Self { Self(rawValue: "INVOICE") }
    public static var noneValue: Self { Self(rawValue: "NONE") }
    public static var cash: Self { Self(rawValue: "CASH") }
    public static var accrual: Self { Self(rawValue: "ACCRUAL") }
    public static var flatratecash: Self { Self(rawValue: "FLATRATECASH") }
    public static var flatrateaccrual: Self { Self(rawValue: "FLATRATEACCRUAL") }
    public static var accruals: Self { Self(rawValue: "ACCRUALS") }

    public static var knownValues: [Self] {
      [.payments, .invoice, .noneValue, .cash, .accrual, .flatratecash, .flatrateaccrual, .accruals]
    }
  }

  /// The frequency with which tax returns are processed. See Sales Tax Period
  public struct OrganisationSalesTaxPeriod: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var monthly: Self { Self(rawValue: "MONTHLY") }
    public static var quarterly1: Self { Self(rawValue: "QUARTERLY1") }
    public static var quarterly2: Self { Self(rawValue: "QUARTERLY2") }
    public static var quarterly3: Self { Self(rawValue: "QUARTERLY3") }
    public static var annually: Self { Self(rawValue: "ANNUALLY") }
    public static var onemonths: Self { Self(rawValue: "ONEMONTHS") }
    public static var twomonths: Self { Self(rawValue: "TWOMONTHS") }
    public static var sixmonths: Self { Self(rawValue: "SIXMONTHS") }
    public static var value1Monthly: Self { Self(rawValue: "1MONTHLY") }
    public static var value2Monthly: Self { Self(rawValue: "2MONTHLY") }
    public static var value3Monthly: Self { Self(rawValue: "3MONTHLY") }
    public static var value6Monthly: Self { Self(rawValue: "6MONTHLY") }
    public static var quarterly: Self { Self(rawValue: "QUARTERLY") }
    public static var yearly: Self { Self(rawValue: "YEARLY") }
    public static var noneValue: Self { Self(rawValue: "NONE") }

    public static var knownValues: [Self] {
      [
        .monthly, .quarterly1, .quarterly2, .quarterly3, .annually, .onemonths, .twomonths, .sixmonths, .value1Monthly,
        .value2Monthly, .value3Monthly, .value6Monthly, .quarterly, .yearly, .noneValue,
      ]
    }
  }

  /// See Version Types
  public struct OrganisationVersion: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var au: Self { Self(rawValue: "AU") }
    public static var nz: Self { Self(rawValue: "NZ") }
    public static var global: Self { Self(rawValue: "GLOBAL") }
    public static var uk: Self { Self(rawValue: "UK") }
    public static var us: Self { Self(rawValue: "US") }
    public static var auonramp: Self { Self(rawValue: "AUONRAMP") }
    public static var nzonramp: Self { Self(rawValue: "NZONRAMP") }
    public static var globalonramp: Self { Self(rawValue: "GLOBALONRAMP") }
    public static var ukonramp: Self { Self(rawValue: "UKONRAMP") }
    public static var usonramp: Self { Self(rawValue: "USONRAMP") }

    public static var knownValues: [Self] {
      [.au, .nz, .global, .uk, .us, .auonramp, .nzonramp, .globalonramp, .ukonramp, .usonramp]
    }
  }

  /// Organisations.
  public struct Organisations: ObjectModel {
    public var organisations: [Organisation]?

    public init(organisations: [Organisation]? = nil) {
      self.organisations = organisations
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Organisations", &organisations)
    }
  }

  /// Overpayment.
  public struct Overpayment: ObjectModel {
    /// See Overpayment Types
    public var type: OverpaymentType?
    public var contact: Contact?
    /// The date the overpayment is created YYYY-MM-DD
    public var date: String?
    /// See Overpayment Status Codes
    public var status: OverpaymentStatus?
    /// Line amounts are exclusive of tax by default if you don’t specify this element. See Line Amount Types
    public var lineAmountTypes: LineAmountTypes?
    /// See Overpayment Line Items
    public var lineItems: [LineItem]?
    /// The subtotal of the overpayment excluding taxes
    public var subTotal: Double?
    /// The total tax on the overpayment
    public var totalTax: Double?
    /// The total of the overpayment (subtotal + total tax)
    public var total: Double?
    /// UTC timestamp of last update to the overpayment
    ///
    /// Only the server sets it.
    public var updatedDateUtc: Date?
    /// UTC ISO-8601 formatted timestamp of last update to the overpayment
    ///
    /// Only the server sets it.
    public var updatedDateUtcString: String?
    /// 3 letter alpha code for the currency – see list of currency codes
    public var currencyCode: CurrencyCode?
    /// Xero generated unique identifier
    public var overpaymentID: String?
    /// The currency rate for a multicurrency overpayment. If no rate is specified, the XE.com day rate is used
    public var currencyRate: Double?
    /// The remaining credit balance on the overpayment
    public var remainingCredit: Double?
    /// See Allocations
    public var allocations: [Allocation]?
    /// The amount of applied to an invoice
    public var appliedAmount: Double?
    /// See Payments
    public var payments: [Payment]?
    /// boolean to indicate if a overpayment has an attachment
    ///
    /// Only the server sets it. Default: `"false"`.
    public var hasAttachments: Bool?
    /// An optional description for Overpayment
    public var reference: String?
    /// See Attachments
    public var attachments: [Attachment]?

    public init(
      type: OverpaymentType? = nil, contact: Contact? = nil, date: String? = nil, status: OverpaymentStatus? = nil,
      lineAmountTypes: LineAmountTypes? = nil, lineItems: [LineItem]? = nil, subTotal: Double? = nil, totalTax: Double? = nil,
      total: Double? = nil, updatedDateUtc: Date? = nil, updatedDateUtcString: String? = nil,
      currencyCode: CurrencyCode? = nil, overpaymentID: String? = nil, currencyRate: Double? = nil,
      remainingCredit: Double? = nil, allocations: [Allocation]? = nil, appliedAmount: Double? = nil,
      payments: [Payment]? = nil, hasAttachments: Bool? = nil, reference: String? = nil, attachments: [Attachment]? = nil
    ) {
      self.type = type
      self.contact = contact
      self.date = date
      self.status = status
      self.lineAmountTypes = lineAmountTypes
      self.lineItems = lineItems
      self.subTotal = subTotal
      self.totalTax = totalTax
      self.total = total
      self.updatedDateUtc = updatedDateUtc
      self.updatedDateUtcString = updatedDateUtcString
      self.currencyCode = currencyCode
      self.overpaymentID = overpaymentID
      self.currencyRate = currencyRate
      self.remainingCredit = remainingCredit
      self.allocations = allocations
      self.appliedAmount = appliedAmount
      self.payments = payments
      self.hasAttachments = hasAttachments
      self.reference = reference
      self.attachments = attachments
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Type", &type)
      members.optional("Contact", &contact)
      members.optional("Date", &date)
      members.optional("Status", &status)
      members.optional("LineAmountTypes", &lineAmountTypes)
      members.optional("LineItems", &lineItems)
      members.optional("SubTotal", &subTotal)
      members.optional("TotalTax", &totalTax)
      members.optional("Total", &total)
      members.optional("UpdatedDateUTC", &updatedDateUtc, .microsoftDate)
      members.optional("UpdatedDateUTCString", &updatedDateUtcString)
      members.optional("CurrencyCode", &currencyCode)
      members.optional("OverpaymentID", &overpaymentID)
      members.optional("CurrencyRate", &currencyRate)
      members.optional("RemainingCredit", &remainingCredit)
      members.optional("Allocations", &allocations)
      members.optional("AppliedAmount", &appliedAmount)
      members.optional("Payments", &payments)
      members.optional("HasAttachments", &hasAttachments)
      members.optional("Reference", &reference)
      members.optional("Attachments", &attachments)
    }
  }

  /// See Overpayment Status Codes
  public typealias OverpaymentStatus = PrepaymentStatus

  /// See Overpayment Types
  public struct OverpaymentType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var receiveOverpayment: Self { Self(rawValue: "RECEIVE-OVERPAYMENT") }
    public static var spendOverpayment: Self { Self(rawValue: "SPEND-OVERPAYMENT") }
    public static var aroverpayment: Self { Self(rawValue: "AROVERPAYMENT") }

    public static var knownValues: [Self] { [.receiveOverpayment, .spendOverpayment, .aroverpayment] }
  }

  /// Overpayments.
  public struct Overpayments: ObjectModel {
    public var pagination: Pagination?
    /// Displays array of warning messages from the API
    public var warnings: [ValidationError]?
    public var overpayments: [Overpayment]?

    public init(pagination: Pagination? = nil, warnings: [ValidationError]? = nil, overpayments: [Overpayment]? = nil) {
      self.pagination = pagination
      self.warnings = warnings
      self.overpayments = overpayments
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("pagination", &pagination)
      members.optional("Warnings", &warnings)
      members.optional("Overpayments", &overpayments)
    }
  }

  /// Pagination.
  public struct Pagination: ObjectModel {
    public var page: Int?
    public var pageSize: Int?
    public var pageCount: Int?
    public var itemCount: Int?

    public init(page: Int? = nil, pageSize: Int? = nil, pageCount: Int? = nil, itemCount: Int? = nil) {
      self.page = page
      self.pageSize = pageSize
      self.pageCount = pageCount
      self.itemCount = itemCount
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("page", &page)
      members.optional("pageSize", &pageSize)
      members.optional("pageCount", &pageCount)
      members.optional("itemCount", &itemCount)
    }
  }

  /// Payment.
  public struct Payment: ObjectModel {
    public var invoice: Invoice?
    public var creditNote: CreditNote?
    public var prepayment: Prepayment?
    public var overpayment: Overpayment?
    /// Number of invoice or credit note you are applying payment to e.g.INV-4003
    public var invoiceNumber: String?
    /// Number of invoice or credit note you are applying payment to e.g. INV-4003
    public var creditNoteNumber: String?
    public var batchPayment: BatchPayment?
    public var account: Account?
    /// Code of account you are using to make the payment e.g. 001 (note- not all accounts have a code value)
    public var code: String?
    /// Date the payment is being made (YYYY-MM-DD) e.g. 2009-09-06
    public var date: String?
    /// Exchange rate when payment is received. Only used for non base currency invoices and credit notes e.g. 0.7500
    public var currencyRate: Double?
    /// The amount of the payment. Must be less than or equal to the outstanding amount owing on the invoice e.g. 200.00
    public var amount: Double?
    /// The amount of the payment in the currency of the bank account.
    public var bankAmount: Double?
    /// An optional description for the payment e.g. Direct Debit
    public var reference: String?
    /// An optional parameter for the payment. A boolean indicating whether you would like the payment to be created as
    /// reconciled when using PUT, or whether a payment has been reconciled when using GET
    public var isReconciled: Bool?
    /// The status of the payment.
    public var status: PaymentStatus?
    /// See Payment Types.
    ///
    /// Only the server sets it.
    public var paymentType: PaymentPaymentType?
    /// UTC timestamp of last update to the payment
    ///
    /// Only the server sets it.
    public var updatedDateUtc: Date?
    /// UTC ISO-8601 formatted timestamp of last update to the payment
    ///
    /// Only the server sets it.
    public var updatedDateUtcString: String?
    /// The Xero identifier for an Payment e.g. 297c2dc5-cc47-4afd-8ec8-74990b8761e9
    public var paymentID: String?
    /// Present if the payment was created as part of a batch.
    public var batchPaymentID: String?
    /// The suppliers bank account number the payment is being made to
    public var bankAccountNumber: String?
    /// The suppliers bank account number the payment is being made to
    public var particulars: String?
    /// The information to appear on the supplier's bank account
    public var details: String?
    /// A boolean to indicate if a contact has an validation errors
    ///
    /// Default: `"false"`.
    public var hasAccount: Bool?
    /// A boolean to indicate if a contact has an validation errors
    ///
    /// Default: `"false"`.
    public var hasValidationErrors: Bool?
    /// A string to indicate if a invoice status
    public var statusAttributeString: String?
    /// Displays array of validation error messages from the API
    public var validationErrors: [ValidationError]?
    /// Displays array of warning messages from the API
    public var warnings: [ValidationError]?

    public init(
      invoice: Invoice? = nil, creditNote: CreditNote? = nil, prepayment: Prepayment? = nil, overpayment: Overpayment? = nil,
      invoiceNumber: String? = nil, creditNoteNumber: String? = nil, batchPayment: BatchPayment? = nil,
      account: Account? = nil, code: String? = nil, date: String? = nil, currencyRate: Double? = nil, amount: Double? = nil,
      bankAmount: Double? = nil, reference: String? = nil, isReconciled: Bool? = nil, status: PaymentStatus? = nil,
      paymentType: PaymentPaymentType? = nil, updatedDateUtc: Date? = nil, updatedDateUtcString: String? = nil,
      paymentID: String? = nil, batchPaymentID: String? = nil, bankAccountNumber: String? = nil, particulars: String? = nil,
      details: String? = nil, hasAccount: Bool? = nil, hasValidationErrors: Bool? = nil, statusAttributeString: String? = nil,
      validationErrors: [ValidationError]? = nil, warnings: [ValidationError]? = nil
    ) {
      self.invoice = invoice
      self.creditNote = creditNote
      self.prepayment = prepayment
      self.overpayment = overpayment
      self.invoiceNumber = invoiceNumber
      self.creditNoteNumber = creditNoteNumber
      self.batchPayment = batchPayment
      self.account = account
      self.code = code
      self.date = date
      self.currencyRate = currencyRate
      self.amount = amount
      self.bankAmount = bankAmount
      self.reference = reference
      self.isReconciled = isReconciled
      self.status = status
      self.paymentType = paymentType
      self.updatedDateUtc = updatedDateUtc
      self.updatedDateUtcString = updatedDateUtcString
      self.paymentID = paymentID
      self.batchPaymentID = batchPaymentID
      self.bankAccountNumber = bankAccountNumber
      self.particulars = particulars
      self.details = details
      self.hasAccount = hasAccount
      self.hasValidationErrors = hasValidationErrors
      self.statusAttributeString = statusAttributeString
      self.validationErrors = validationErrors
      self.warnings = warnings
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Invoice", &invoice)
      members.optional("CreditNote", &creditNote)
      members.optional("Prepayment", &prepayment)
      members.optional("Overpayment", &overpayment)
      members.optional("InvoiceNumber", &invoiceNumber)
      members.optional("CreditNoteNumber", &creditNoteNumber)
      members.optional("BatchPayment", &batchPayment)
      members.optional("Account", &account)
      members.optional("Code", &code)
      members.optional("Date", &date)
      members.optional("CurrencyRate", &currencyRate)
      members.optional("Amount", &amount)
      members.optional("BankAmount", &bankAmount)
      members.optional("Reference", &reference)
      members.optional("IsReconciled", &isReconciled)
      members.optional("Status", &status)
      members.optional("PaymentType", &paymentType)
      members.optional("UpdatedDateUTC", &updatedDateUtc, .microsoftDate)
      members.optional("UpdatedDateUTCString", &updatedDateUtcString)
      members.optional("PaymentID", &paymentID)
      members.optional("BatchPaymentID", &batchPaymentID)
      members.optional("BankAccountNumber", &bankAccountNumber)
      members.optional("Particulars", &particulars)
      members.optional("Details", &details)
      members.optional("HasAccount", &hasAccount)
      members.optional("HasValidationErrors", &hasValidationErrors)
      members.optional("StatusAttributeString", &statusAttributeString)
      members.optional("ValidationErrors", &validationErrors)
      members.optional("Warnings", &warnings)
    }
  }

  /// The same type as ``BatchPaymentDeleteByURLParam``.
  public typealias PaymentDelete = BatchPaymentDeleteByURLParam

  /// See Payment Types.
  ///
  /// Only the server sets it.
  public struct PaymentPaymentType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var accrecpayment: Self { Self(rawValue: "ACCRECPAYMENT") }
    public static var accpaypayment: Self { Self(rawValue: "ACCPAYPAYMENT") }
    public static var arcreditpayment: Self { Self(rawValue: "ARCREDITPAYMENT") }
    public static var apcreditpayment: Self { Self(rawValue: "APCREDITPAYMENT") }
    public static var aroverpaymentpayment: Self { Self(rawValue: "AROVERPAYMENTPAYMENT") }
    public static var arprepaymentpayment: Self { Self(rawValue: "ARPREPAYMENTPAYMENT") }
    public static var apprepaymentpayment: Self { Self(rawValue: "APPREPAYMENTPAYMENT") }
    public static var apoverpaymentpayment: Self { Self(rawValue: "APOVERPAYMENTPAYMENT") }

    public static var knownValues: [Self] {
      [
        .accrecpayment, .accpaypayment, .arcreditpayment, .apcreditpayment, .aroverpaymentpayment, .arprepaymentpayment,
        .apprepaymentpayment, .apoverpaymentpayment,
      ]
    }
  }

  /// PaymentService.
  public struct PaymentService: ObjectModel {
    /// Xero identifier
    public var paymentServiceID: String?
    /// Name of payment service
    public var paymentServiceName: String?
    /// The custom payment URL
    public var paymentServiceURL: String?
    /// The text displayed on the Pay Now button in Xero Online Invoicing. If this is not set it will default to Pay by
    /// credit card
    public var payNowText: String?
    /// This will always be CUSTOM for payment services created via the API.
    public var paymentServiceType: String?
    /// Displays array of validation error messages from the API
    public var validationErrors: [ValidationError]?

    public init(
      paymentServiceID: String? = nil, paymentServiceName: String? = nil, paymentServiceURL: String? = nil,
      payNowText: String? = nil, paymentServiceType: String? = nil, validationErrors: [ValidationError]? = nil
    ) {
      self.paymentServiceID = paymentServiceID
      self.paymentServiceName = paymentServiceName
      self.paymentServiceURL = paymentServiceURL
      self.payNowText = payNowText
      self.paymentServiceType = paymentServiceType
      self.validationErrors = validationErrors
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("PaymentServiceID", &paymentServiceID)
      members.optional("PaymentServiceName", &paymentServiceName)
      members.optional("PaymentServiceUrl", &paymentServiceURL)
      members.optional("PayNowText", &payNowText)
      members.optional("PaymentServiceType", &paymentServiceType)
      members.optional("ValidationErrors", &validationErrors)
    }
  }

  /// PaymentServices.
  public struct PaymentServices: ObjectModel {
    public var paymentServices: [PaymentService]?

    public init(paymentServices: [PaymentService]? = nil) {
      self.paymentServices = paymentServices
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("PaymentServices", &paymentServices)
    }
  }

  /// The status of the payment.
  public struct PaymentStatus: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var authorised: Self { Self(rawValue: "AUTHORISED") }
    public static var deleted: Self { Self(rawValue: "DELETED") }

    public static var knownValues: [Self] { [.authorised, .deleted] }
  }

  /// PaymentTerm.
  public struct PaymentTerm: ObjectModel {
    public var bills: Bill?
    public var sales: Bill?

    public init(bills: Bill? = nil, sales: Bill? = nil) {
      self.bills = bills
      self.sales = sales
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Bills", &bills)
      members.optional("Sales", &sales)
    }
  }

  /// PaymentTermType.
  public struct PaymentTermType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var daysafterbilldate: Self { Self(rawValue: "DAYSAFTERBILLDATE") }
    public static var daysafterbillmonth: Self { Self(rawValue: "DAYSAFTERBILLMONTH") }
    public static var ofcurrentmonth: Self { Self(rawValue: "OFCURRENTMONTH") }
    public static var offollowingmonth: Self { Self(rawValue: "OFFOLLOWINGMONTH") }

    public static var knownValues: [Self] { [.daysafterbilldate, .daysafterbillmonth, .ofcurrentmonth, .offollowingmonth] }
  }

  /// Payments.
  public struct Payments: ObjectModel {
    public var pagination: Pagination?
    /// Displays array of warning messages from the API
    public var warnings: [ValidationError]?
    public var payments: [Payment]?

    public init(pagination: Pagination? = nil, warnings: [ValidationError]? = nil, payments: [Payment]? = nil) {
      self.pagination = pagination
      self.warnings = warnings
      self.payments = payments
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("pagination", &pagination)
      members.optional("Warnings", &warnings)
      members.optional("Payments", &payments)
    }
  }

  /// Phone.
  public struct Phone: ObjectModel {
    public var phoneType: PhonePhoneType?
    /// max length = 50
    public var phoneNumber: String?
    /// max length = 10
    public var phoneAreaCode: String?
    /// max length = 20
    public var phoneCountryCode: String?

    public init(
      phoneType: PhonePhoneType? = nil, phoneNumber: String? = nil, phoneAreaCode: String? = nil,
      phoneCountryCode: String? = nil
    ) {
      self.phoneType = phoneType
      self.phoneNumber = phoneNumber
      self.phoneAreaCode = phoneAreaCode
      self.phoneCountryCode = phoneCountryCode
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("PhoneType", &phoneType)
      members.optional("PhoneNumber", &phoneNumber)
      members.optional("PhoneAreaCode", &phoneAreaCode)
      members.optional("PhoneCountryCode", &phoneCountryCode)
    }
  }

  /// PhonePhoneType.
  public struct PhonePhoneType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var `default`: Self { Self(rawValue: "DEFAULT") }
    public static var ddi: Self { Self(rawValue: "DDI") }
    public static var mobile: Self { Self(rawValue: "MOBILE") }
    public static var fax: Self { Self(rawValue: "FAX") }
    public static var office: Self { Self(rawValue: "OFFICE") }

    public static var knownValues: [Self] { [.default, .ddi, .mobile, .fax, .office] }
  }

  /// Prepayment.
  public struct Prepayment: ObjectModel {
    /// See Prepayment Types
    public var type: PrepaymentType?
    public var contact: Contact?
    /// The date the prepayment is created YYYY-MM-DD
    public var date: String?
    /// See Prepayment Status Codes
    public var status: PrepaymentStatus?
    /// Line amounts are exclusive of tax by default if you don’t specify this element. See Line Amount Types
    public var lineAmountTypes: LineAmountTypes?
    /// See Prepayment Line Items
    public var lineItems: [LineItem]?
    /// The subtotal of the prepayment excluding taxes
    public var subTotal: Double?
    /// The total tax on the prepayment
    public var totalTax: Double?
    /// The total of the prepayment(subtotal + total tax)
    public var total: Double?
    /// Returns Invoice number field. Reference field isn't available.
    ///
    /// Only the server sets it.
    public var reference: String?
    /// Returns Invoice number for prepayment receive document only.
    ///
    /// Only the server sets it.
    public var invoiceNumber: String?
    /// UTC timestamp of last update to the prepayment
    ///
    /// Only the server sets it.
    public var updatedDateUtc: Date?
    /// UTC ISO-8601 formatted timestamp of last update to the prepayment
    ///
    /// Only the server sets it.
    public var updatedDateUtcString: String?
    /// 3 letter alpha code for the currency – see list of currency codes
    public var currencyCode: CurrencyCode?
    /// Xero generated unique identifier
    public var prepaymentID: String?
    /// The unique identifier of the branding template applied to a receive prepayment
    ///
    /// Only the server sets it.
    public var brandingThemeID: String?
    /// The currency rate for a multicurrency prepayment. If no rate is specified, the XE.com day rate is used
    public var currencyRate: Double?
    /// The remaining credit balance on the prepayment
    public var remainingCredit: Double?
    /// See Allocations
    public var allocations: [Allocation]?
    /// See Payments
    public var payments: [Payment]?
    /// The amount of applied to an invoice
    public var appliedAmount: Double?
    /// boolean to indicate if a prepayment has an attachment
    ///
    /// Only the server sets it. Default: `"false"`.
    public var hasAttachments: Bool?
    /// See Attachments
    public var attachments: [Attachment]?

    public init(
      type: PrepaymentType? = nil, contact: Contact? = nil, date: String? = nil, status: PrepaymentStatus? = nil,
      lineAmountTypes: LineAmountTypes? = nil, lineItems: [LineItem]? = nil, subTotal: Double? = nil, totalTax: Double? = nil,
      total: Double? = nil, reference: String? = nil, invoiceNumber: String? = nil, updatedDateUtc: Date? = nil,
      updatedDateUtcString: String? = nil, currencyCode: CurrencyCode? = nil, prepaymentID: String? = nil,
      brandingThemeID: String? = nil, currencyRate: Double? = nil, remainingCredit: Double? = nil,
      allocations: [Allocation]? = nil, payments: [Payment]? = nil, appliedAmount: Double? = nil, hasAttachments: Bool? = nil,
      attachments: [Attachment]? = nil
    ) {
      self.type = type
      self.contact = contact
      self.date = date
      self.status = status
      self.lineAmountTypes = lineAmountTypes
      self.lineItems = lineItems
      self.subTotal = subTotal
      self.totalTax = totalTax
      self.total = total
      self.reference = reference
      self.invoiceNumber = invoiceNumber
      self.updatedDateUtc = updatedDateUtc
      self.updatedDateUtcString = updatedDateUtcString
      self.currencyCode = currencyCode
      self.prepaymentID = prepaymentID
      self.brandingThemeID = brandingThemeID
      self.currencyRate = currencyRate
      self.remainingCredit = remainingCredit
      self.allocations = allocations
      self.payments = payments
      self.appliedAmount = appliedAmount
      self.hasAttachments = hasAttachments
      self.attachments = attachments
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Type", &type)
      members.optional("Contact", &contact)
      members.optional("Date", &date)
      members.optional("Status", &status)
      members.optional("LineAmountTypes", &lineAmountTypes)
      members.optional("LineItems", &lineItems)
      members.optional("SubTotal", &subTotal)
      members.optional("TotalTax", &totalTax)
      members.optional("Total", &total)
      members.optional("Reference", &reference)
      members.optional("InvoiceNumber", &invoiceNumber)
      members.optional("UpdatedDateUTC", &updatedDateUtc, .microsoftDate)
      members.optional("UpdatedDateUTCString", &updatedDateUtcString)
      members.optional("CurrencyCode", &currencyCode)
      members.optional("PrepaymentID", &prepaymentID)
      members.optional("BrandingThemeID", &brandingThemeID)
      members.optional("CurrencyRate", &currencyRate)
      members.optional("RemainingCredit", &remainingCredit)
      members.optional("Allocations", &allocations)
      members.optional("Payments", &payments)
      members.optional("AppliedAmount", &appliedAmount)
      members.optional("HasAttachments", &hasAttachments)
      members.optional("Attachments", &attachments)
    }
  }

  /// See Prepayment Status Codes
  public struct PrepaymentStatus: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var authorised: Self { Self(rawValue: "AUTHORISED") }
    public static var paid: Self { Self(rawValue: "PAID") }
    public static var voided: Self { Self(rawValue: "VOIDED") }

    public static var knownValues: [Self] { [.authorised, .paid, .voided] }
  }

  /// See Prepayment Types
  public struct PrepaymentType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var receivePrepayment: Self { Self(rawValue: "RECEIVE-PREPAYMENT") }
    public static var spendPrepayment: Self { Self(rawValue: "SPEND-PREPAYMENT") }
    public static var arprepayment: Self { Self(rawValue: "ARPREPAYMENT") }
    public static var apprepayment: Self { Self(rawValue: "APPREPAYMENT") }

    public static var knownValues: [Self] { [.receivePrepayment, .spendPrepayment, .arprepayment, .apprepayment] }
  }

  /// Prepayments.
  public struct Prepayments: ObjectModel {
    public var pagination: Pagination?
    /// Displays array of warning messages from the API
    public var warnings: [ValidationError]?
    public var prepayments: [Prepayment]?

    public init(pagination: Pagination? = nil, warnings: [ValidationError]? = nil, prepayments: [Prepayment]? = nil) {
      self.pagination = pagination
      self.warnings = warnings
      self.prepayments = prepayments
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("pagination", &pagination)
      members.optional("Warnings", &warnings)
      members.optional("Prepayments", &prepayments)
    }
  }

  /// Purchase.
  public struct Purchase: ObjectModel {
    /// Unit Price of the item. By default UnitPrice is rounded to two decimal places. You can use 4 decimal places by
    /// adding the unitdp=4 querystring parameter to your request.
    public var unitPrice: Double?
    /// Default account code to be used for purchased/sale. Not applicable to the purchase details of tracked items
    public var accountCode: String?
    /// Cost of goods sold account. Only applicable to the purchase details of tracked items.
    public var cogsAccountCode: String?
    /// The tax type from TaxRates
    public var taxType: String?

    public init(
      unitPrice: Double? = nil, accountCode: String? = nil, cogsAccountCode: String? = nil, taxType: String? = nil
    ) {
      self.unitPrice = unitPrice
      self.accountCode = accountCode
      self.cogsAccountCode = cogsAccountCode
      self.taxType = taxType
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("UnitPrice", &unitPrice)
      members.optional("AccountCode", &accountCode)
      members.optional("COGSAccountCode", &cogsAccountCode)
      members.optional("TaxType", &taxType)
    }
  }

  /// PurchaseOrder.
  public struct PurchaseOrder: ObjectModel {
    public var contact: Contact?
    /// See LineItems
    public var lineItems: [LineItem]?
    /// Date purchase order was issued – YYYY-MM-DD. If the Date element is not specified then it will default to the
    /// current date based on the timezone setting of the organisation
    public var date: String?
    /// Date the goods are to be delivered – YYYY-MM-DD
    public var deliveryDate: String?
    /// Line amounts are exclusive of tax by default if you don’t specify this element. See Line Amount Types
    public var lineAmountTypes: LineAmountTypes?
    /// Unique alpha numeric code identifying purchase order (when missing will auto-generate from your Organisation Invoice
    /// Settings)
    public var purchaseOrderNumber: String?
    /// Additional reference number
    public var reference: String?
    /// See BrandingThemes
    public var brandingThemeID: String?
    /// 3 letter alpha code for the currency – see list of currency codes
    public var currencyCode: CurrencyCode?
    /// See Purchase Order Status Codes
    public var status: PurchaseOrderStatus?
    /// Boolean to set whether the purchase order should be marked as “sent”. This can be set only on purchase orders that
    /// have been approved or billed
    public var sentToContact: Bool?
    /// The address the goods are to be delivered to
    public var deliveryAddress: String?
    /// The person that the delivery is going to
    public var attentionTo: String?
    /// The phone number for the person accepting the delivery
    public var telephone: String?
    /// A free text feild for instructions (500 characters max)
    public var deliveryInstructions: String?
    /// The date the goods are expected to arrive.
    public var expectedArrivalDate: String?
    /// Xero generated unique identifier for purchase order
    public var purchaseOrderID: String?
    /// The currency rate for a multicurrency purchase order. If no rate is specified, the XE.com day rate is used.
    public var currencyRate: Double?
    /// Total of purchase order excluding taxes
    ///
    /// Only the server sets it.
    public var subTotal: Double?
    /// Total tax on purchase order
    ///
    /// Only the server sets it.
    public var totalTax: Double?
    /// Total of Purchase Order tax inclusive (i.e. SubTotal + TotalTax)
    ///
    /// Only the server sets it.
    public var total: Double?
    /// Total of discounts applied on the purchase order line items
    ///
    /// Only the server sets it.
    public var totalDiscount: Double?
    /// boolean to indicate if a purchase order has an attachment
    ///
    /// Only the server sets it. Default: `"false"`.
    public var hasAttachments: Bool?
    /// Last modified date UTC format
    ///
    /// Only the server sets it.
    public var updatedDateUtc: Date?
    /// A string to indicate if a invoice status
    public var statusAttributeString: String?
    /// Displays array of validation error messages from the API
    public var validationErrors: [ValidationError]?
    /// Displays array of warning messages from the API
    public var warnings: [ValidationError]?
    /// Displays array of attachments from the API
    public var attachments: [Attachment]?

    public init(
      contact: Contact? = nil, lineItems: [LineItem]? = nil, date: String? = nil, deliveryDate: String? = nil,
      lineAmountTypes: LineAmountTypes? = nil, purchaseOrderNumber: String? = nil, reference: String? = nil,
      brandingThemeID: String? = nil, currencyCode: CurrencyCode? = nil, status: PurchaseOrderStatus? = nil,
      sentToContact: Bool? = nil, deliveryAddress: String? = nil, attentionTo: String? = nil, telephone: String? = nil,
      deliveryInstructions: String? = nil, expectedArrivalDate: String? = nil, purchaseOrderID: String? = nil,
      currencyRate: Double? = nil, subTotal: Double? = nil, totalTax: Double? = nil, total: Double? = nil,
      totalDiscount: Double? = nil, hasAttachments: Bool? = nil, updatedDateUtc: Date? = nil,
      statusAttributeString: String? = nil, validationErrors: [ValidationError]? = nil, warnings: [ValidationError]? = nil,
      attachments: [Attachment]? = nil
    ) {
      self.contact = contact
      self.lineItems = lineItems
      self.date = date
      self.deliveryDate = deliveryDate
      self.lineAmountTypes = lineAmountTypes
      self.purchaseOrderNumber = purchaseOrderNumber
      self.reference = reference
      self.brandingThemeID = brandingThemeID
      self.currencyCode = currencyCode
      self.status = status
      self.sentToContact = sentToContact
      self.deliveryAddress = deliveryAddress
      self.attentionTo = attentionTo
      self.telephone = telephone
      self.deliveryInstructions = deliveryInstructions
      self.expectedArrivalDate = expectedArrivalDate
      self.purchaseOrderID = purchaseOrderID
      self.currencyRate = currencyRate
      self.subTotal = subTotal
      self.totalTax = totalTax
      self.total = total
      self.totalDiscount = totalDiscount
      self.hasAttachments = hasAttachments
      self.updatedDateUtc = updatedDateUtc
      self.statusAttributeString = statusAttributeString
      self.validationErrors = validationErrors
      self.warnings = warnings
      self.attachments = attachments
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Contact", &contact)
      members.optional("LineItems", &lineItems)
      members.optional("Date", &date)
      members.optional("DeliveryDate", &deliveryDate)
      members.optional("LineAmountTypes", &lineAmountTypes)
      members.optional("PurchaseOrderNumber", &purchaseOrderNumber)
      members.optional("Reference", &reference)
      members.optional("BrandingThemeID", &brandingThemeID)
      members.optional("CurrencyCode", &currencyCode)
      members.optional("Status", &status)
      members.optional("SentToContact", &sentToContact)
      members.optional("DeliveryAddress", &deliveryAddress)
      members.optional("AttentionTo", &attentionTo)
      members.optional("Telephone", &telephone)
      members.optional("DeliveryInstructions", &deliveryInstructions)
      members.optional("ExpectedArrivalDate", &expectedArrivalDate)
      members.optional("PurchaseOrderID", &purchaseOrderID)
      members.optional("CurrencyRate", &currencyRate)
      members.optional("SubTotal", &subTotal)
      members.optional("TotalTax", &totalTax)
      members.optional("Total", &total)
      members.optional("TotalDiscount", &totalDiscount)
      members.optional("HasAttachments", &hasAttachments)
      members.optional("UpdatedDateUTC", &updatedDateUtc, .microsoftDate)
      members.optional("StatusAttributeString", &statusAttributeString)
      members.optional("ValidationErrors", &validationErrors)
      members.optional("Warnings", &warnings)
      members.optional("Attachments", &attachments)
    }
  }

  /// See Purchase Order Status Codes
  public typealias PurchaseOrderStatus = GetPurchaseOrdersStatus

  /// PurchaseOrders.
  public struct PurchaseOrders: ObjectModel {
    public var pagination: Pagination?
    /// Displays array of warning messages from the API
    public var warnings: [ValidationError]?
    public var purchaseOrders: [PurchaseOrder]?

    public init(pagination: Pagination? = nil, warnings: [ValidationError]? = nil, purchaseOrders: [PurchaseOrder]? = nil) {
      self.pagination = pagination
      self.warnings = warnings
      self.purchaseOrders = purchaseOrders
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("pagination", &pagination)
      members.optional("Warnings", &warnings)
      members.optional("PurchaseOrders", &purchaseOrders)
    }
  }

  /// Quote.
  public struct Quote: ObjectModel {
    /// QuoteID GUID is automatically generated and is returned after create or GET.
    public var quoteID: String?
    /// Unique alpha numeric code identifying a quote (Max Length = 255)
    public var quoteNumber: String?
    /// Additional reference number
    public var reference: String?
    /// Terms of the quote
    public var terms: String?
    public var contact: Contact?
    /// See LineItems
    public var lineItems: [LineItem]?
    /// Date quote was issued – YYYY-MM-DD. If the Date element is not specified it will default to the current date based
    /// on the timezone setting of the organisation
    public var date: String?
    /// Date the quote was issued (YYYY-MM-DD)
    public var dateString: String?
    /// Date the quote expires – YYYY-MM-DD.
    public var expiryDate: String?
    /// Date the quote expires – YYYY-MM-DD.
    public var expiryDateString: String?
    /// The status of the quote.
    public var status: QuoteStatusCodes?
    /// 3 letter alpha code for the currency – see list of currency codes
    public var currencyCode: CurrencyCode?
    /// The currency rate for a multicurrency quote
    public var currencyRate: Double?
    /// Total of quote excluding taxes.
    ///
    /// Only the server sets it.
    public var subTotal: Double?
    /// Total tax on quote
    ///
    /// Only the server sets it.
    public var totalTax: Double?
    /// Total of Quote tax inclusive (i.e. SubTotal + TotalTax). This will be ignored if it doesn’t equal the sum of the
    /// LineAmounts
    ///
    /// Only the server sets it.
    public var total: Double?
    /// Total of discounts applied on the quote line items
    ///
    /// Only the server sets it.
    public var totalDiscount: Double?
    /// Title text for the quote
    public var title: String?
    /// Summary text for the quote
    public var summary: String?
    /// See BrandingThemes
    public var brandingThemeID: String?
    /// Last modified date UTC format
    ///
    /// Only the server sets it.
    public var updatedDateUtc: Date?
    /// See Quote Line Amount Types
    public var lineAmountTypes: QuoteLineAmountTypes?
    /// A string to indicate if a invoice status
    public var statusAttributeString: String?
    /// Displays array of validation error messages from the API
    public var validationErrors: [ValidationError]?

    public init(
      quoteID: String? = nil, quoteNumber: String? = nil, reference: String? = nil, terms: String? = nil,
      contact: Contact? = nil, lineItems: [LineItem]? = nil, date: String? = nil, dateString: String? = nil,
      expiryDate: String? = nil, expiryDateString: String? = nil, status: QuoteStatusCodes? = nil,
      currencyCode: CurrencyCode? = nil, currencyRate: Double? = nil, subTotal: Double? = nil, totalTax: Double? = nil,
      total: Double? = nil, totalDiscount: Double? = nil, title: String? = nil, summary: String? = nil,
      brandingThemeID: String? = nil, updatedDateUtc: Date? = nil, lineAmountTypes: QuoteLineAmountTypes? = nil,
      statusAttributeString: String? = nil, validationErrors: [ValidationError]? = nil
    ) {
      self.quoteID = quoteID
      self.quoteNumber = quoteNumber
      self.reference = reference
      self.terms = terms
      self.contact = contact
      self.lineItems = lineItems
      self.date = date
      self.dateString = dateString
      self.expiryDate = expiryDate
      self.expiryDateString = expiryDateString
      self.status = status
      self.currencyCode = currencyCode
      self.currencyRate = currencyRate
      self.subTotal = subTotal
      self.totalTax = totalTax
      self.total = total
      self.totalDiscount = totalDiscount
      self.title = title
      self.summary = summary
      self.brandingThemeID = brandingThemeID
      self.updatedDateUtc = updatedDateUtc
      self.lineAmountTypes = lineAmountTypes
      self.statusAttributeString = statusAttributeString
      self.validationErrors = validationErrors
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("QuoteID", &quoteID)
      members.optional("QuoteNumber", &quoteNumber)
      members.optional("Reference", &reference)
      members.optional("Terms", &terms)
      members.optional("Contact", &contact)
      members.optional("LineItems", &lineItems)
      members.optional("Date", &date)
      members.optional("DateString", &dateString)
      members.optional("ExpiryDate", &expiryDate)
      members.optional("ExpiryDateString", &expiryDateString)
      members.optional("Status", &status)
      members.optional("CurrencyCode", &currencyCode)
      members.optional("CurrencyRate", &currencyRate)
      members.optional("SubTotal", &subTotal)
      members.optional("TotalTax", &totalTax)
      members.optional("Total", &total)
      members.optional("TotalDiscount", &totalDiscount)
      members.optional("Title", &title)
      members.optional("Summary", &summary)
      members.optional("BrandingThemeID", &brandingThemeID)
      members.optional("UpdatedDateUTC", &updatedDateUtc, .microsoftDate)
      members.optional("LineAmountTypes", &lineAmountTypes)
      members.optional("StatusAttributeString", &statusAttributeString)
      members.optional("ValidationErrors", &validationErrors)
    }
  }

  /// Line amounts are exclusive of tax by default if you don’t specify this element. See Line Amount Types
  public struct QuoteLineAmountTypes: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var exclusive: Self { Self(rawValue: "EXCLUSIVE") }
    public static var inclusive: Self { Self(rawValue: "INCLUSIVE") }
    public static var notax: Self { Self(rawValue: "NOTAX") }

    public static var knownValues: [Self] { [.exclusive, .inclusive, .notax] }
  }

  /// The status of the quote.
  public struct QuoteStatusCodes: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var draft: Self { Self(rawValue: "DRAFT") }
    public static var sent: Self { Self(rawValue: "SENT") }
    public static var declined: Self { Self(rawValue: "DECLINED") }
    public static var accepted: Self { Self(rawValue: "ACCEPTED") }
    public static var invoiced: Self { Self(rawValue: "INVOICED") }
    public static var deleted: Self { Self(rawValue: "DELETED") }

    public static var knownValues: [Self] { [.draft, .sent, .declined, .accepted, .invoiced, .deleted] }
  }

  /// Quotes.
  public struct Quotes: ObjectModel {
    public var quotes: [Quote]?

    public init(quotes: [Quote]? = nil) {
      self.quotes = quotes
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Quotes", &quotes)
    }
  }

  /// Receipt.
  public struct Receipt: ObjectModel {
    /// Date of receipt – YYYY-MM-DD
    public var date: String?
    public var contact: Contact?
    public var lineItems: [LineItem]?
    public var user: User?
    /// Additional reference number
    public var reference: String?
    /// Line amounts are exclusive of tax by default if you don’t specify this element. See Line Amount Types
    public var lineAmountTypes: LineAmountTypes?
    /// Total of receipt excluding taxes
    public var subTotal: Double?
    /// Total tax on receipt
    public var totalTax: Double?
    /// Total of receipt tax inclusive (i.e. SubTotal + TotalTax)
    public var total: Double?
    /// Xero generated unique identifier for receipt
    public var receiptID: String?
    /// Current status of receipt – see status types
    public var status: ReceiptStatus?
    /// Xero generated sequence number for receipt in current claim for a given user
    ///
    /// Only the server sets it.
    public var receiptNumber: String?
    /// Last modified date UTC format
    ///
    /// Only the server sets it.
    public var updatedDateUtc: Date?
    /// boolean to indicate if a receipt has an attachment
    ///
    /// Only the server sets it. Default: `"false"`.
    public var hasAttachments: Bool?
    /// URL link to a source document – shown as “Go to [appName]” in the Xero app
    ///
    /// Only the server sets it.
    public var url: String?
    /// Displays array of validation error messages from the API
    public var validationErrors: [ValidationError]?
    /// Displays array of warning messages from the API
    public var warnings: [ValidationError]?
    /// Displays array of attachments from the API
    public var attachments: [Attachment]?

    public init(
      date: String? = nil, contact: Contact? = nil, lineItems: [LineItem]? = nil, user: User? = nil, reference: String? = nil,
      lineAmountTypes: LineAmountTypes? = nil, subTotal: Double? = nil, totalTax: Double? = nil, total: Double? = nil,
      receiptID: String? = nil, status: ReceiptStatus? = nil, receiptNumber: String? = nil, updatedDateUtc: Date? = nil,
      hasAttachments: Bool? = nil, url: String? = nil, validationErrors: [ValidationError]? = nil,
      warnings: [ValidationError]? = nil, attachments: [Attachment]? = nil
    ) {
      self.date = date
      self.contact = contact
      self.lineItems = lineItems
      self.user = user
      self.reference = reference
      self.lineAmountTypes = lineAmountTypes
      self.subTotal = subTotal
      self.totalTax = totalTax
      self.total = total
      self.receiptID = receiptID
      self.status = status
      self.receiptNumber = receiptNumber
      self.updatedDateUtc = updatedDateUtc
      self.hasAttachments = hasAttachments
      self.url = url
      self.validationErrors = validationErrors
      self.warnings = warnings
      self.attachments = attachments
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Date", &date)
      members.optional("Contact", &contact)
      members.optional("LineItems", &lineItems)
      members.optional("User", &user)
      members.optional("Reference", &reference)
      members.optional("LineAmountTypes", &lineAmountTypes)
      members.optional("SubTotal", &subTotal)
      members.optional("TotalTax", &totalTax)
      members.optional("Total", &total)
      members.optional("ReceiptID", &receiptID)
      members.optional("Status", &status)
      members.optional("ReceiptNumber", &receiptNumber)
      members.optional("UpdatedDateUTC", &updatedDateUtc, .microsoftDate)
      members.optional("HasAttachments", &hasAttachments)
      members.optional("Url", &url)
      members.optional("ValidationErrors", &validationErrors)
      members.optional("Warnings", &warnings)
      members.optional("Attachments", &attachments)
    }
  }

  /// Current status of receipt – see status types
  public struct ReceiptStatus: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var draft: Self { Self(rawValue: "DRAFT") }
    public static var submitted: Self { Self(rawValue: "SUBMITTED") }
    public static var authorised: Self { Self(rawValue: "AUTHORISED") }
    public static var declined: Self { Self(rawValue: "DECLINED") }
    public static var voided: Self { Self(rawValue: "VOIDED") }

    public static var knownValues: [Self] { [.draft, .submitted, .authorised, .declined, .voided] }
  }

  /// Receipts.
  public struct Receipts: ObjectModel {
    public var receipts: [Receipt]?

    public init(receipts: [Receipt]? = nil) {
      self.receipts = receipts
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Receipts", &receipts)
    }
  }

  /// RepeatingInvoice.
  public struct RepeatingInvoice: ObjectModel {
    /// See Invoice Types
    public var type: RepeatingInvoiceType?
    public var contact: Contact?
    public var schedule: Schedule?
    /// See LineItems
    public var lineItems: [LineItem]?
    /// Line amounts are exclusive of tax by default if you don’t specify this element. See Line Amount Types
    public var lineAmountTypes: LineAmountTypes?
    /// ACCREC only – additional reference number
    public var reference: String?
    /// See BrandingThemes
    public var brandingThemeID: String?
    /// 3 letter alpha code for the currency – see list of currency codes
    public var currencyCode: CurrencyCode?
    /// One of the following - DRAFT or AUTHORISED – See Invoice Status Codes
    public var status: RepeatingInvoiceStatus?
    /// Total of invoice excluding taxes
    public var subTotal: Double?
    /// Total tax on invoice
    public var totalTax: Double?
    /// Total of Invoice tax inclusive (i.e. SubTotal + TotalTax)
    public var total: Double?
    /// Xero generated unique identifier for repeating invoice template
    public var repeatingInvoiceID: String?
    /// Xero generated unique identifier for repeating invoice template
    public var id: String?
    /// Boolean to indicate if an invoice has an attachment
    ///
    /// Only the server sets it. Default: `"false"`.
    public var hasAttachments: Bool?
    /// Displays array of attachments from the API
    public var attachments: [Attachment]?
    /// Boolean to indicate whether the invoice has been approved for sending
    ///
    /// Default: `"false"`.
    public var approvedForSending: Bool?
    /// Boolean to indicate whether a copy is sent to sender's email
    ///
    /// Default: `"false"`.
    public var sendCopy: Bool?
    /// Boolean to indicate whether the invoice in the Xero app displays as "sent"
    ///
    /// Default: `"false"`.
    public var markAsSent: Bool?
    /// Boolean to indicate whether to include PDF attachment
    ///
    /// Default: `"false"`.
    public var includePDF: Bool?

    public init(
      type: RepeatingInvoiceType? = nil, contact: Contact? = nil, schedule: Schedule? = nil, lineItems: [LineItem]? = nil,
      lineAmountTypes: LineAmountTypes? = nil, reference: String? = nil, brandingThemeID: String? = nil,
      currencyCode: CurrencyCode? = nil, status: RepeatingInvoiceStatus? = nil, subTotal: Double? = nil,
      totalTax: Double? = nil, total: Double? = nil, repeatingInvoiceID: String? = nil, id: String? = nil,
      hasAttachments: Bool? = nil, attachments: [Attachment]? = nil, approvedForSending: Bool? = nil, sendCopy: Bool? = nil,
      markAsSent: Bool? = nil, includePDF: Bool? = nil
    ) {
      self.type = type
      self.contact = contact
      self.schedule = schedule
      self.lineItems = lineItems
      self.lineAmountTypes = lineAmountTypes
      self.reference = reference
      self.brandingThemeID = brandingThemeID
      self.currencyCode = currencyCode
      self.status = status
      self.subTotal = subTotal
      self.totalTax = totalTax
      self.total = total
      self.repeatingInvoiceID = repeatingInvoiceID
      self.id = id
      self.hasAttachments = hasAttachments
      self.attachments = attachments
      self.approvedForSending = approvedForSending
      self.sendCopy = sendCopy
      self.markAsSent = markAsSent
      self.includePDF = includePDF
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Type", &type)
      members.optional("Contact", &contact)
      members.optional("Schedule", &schedule)
      members.optional("LineItems", &lineItems)
      members.optional("LineAmountTypes", &lineAmountTypes)
      members.optional("Reference", &reference)
      members.optional("BrandingThemeID", &brandingThemeID)
      members.optional("CurrencyCode", &currencyCode)
      members.optional("Status", &status)
      members.optional("SubTotal", &subTotal)
      members.optional("TotalTax", &totalTax)
      members.optional("Total", &total)
      members.optional("RepeatingInvoiceID", &repeatingInvoiceID)
      members.optional("ID", &id)
      members.optional("HasAttachments", &hasAttachments)
      members.optional("Attachments", &attachments)
      members.optional("ApprovedForSending", &approvedForSending)
      members.optional("SendCopy", &sendCopy)
      members.optional("MarkAsSent", &markAsSent)
      members.optional("IncludePDF", &includePDF)
    }
  }

  /// One of the following - DRAFT or AUTHORISED – See Invoice Status Codes
  public struct RepeatingInvoiceStatus: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var draft: Self { Self(rawValue: "DRAFT") }
    public static var authorised: Self { Self(rawValue: "AUTHORISED") }
    public static var deleted: Self { Self(rawValue: "DELETED") }

    public static var knownValues: [Self] { [.draft, .authorised, .deleted] }
  }

  /// See Invoice Types
  public struct RepeatingInvoiceType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var accpay: Self { Self(rawValue: "ACCPAY") }
    public static var accrec: Self { Self(rawValue: "ACCREC") }

    public static var knownValues: [Self] { [.accpay, .accrec] }
  }

  /// RepeatingInvoices.
  public struct RepeatingInvoices: ObjectModel {
    public var repeatingInvoices: [RepeatingInvoice]?

    public init(repeatingInvoices: [RepeatingInvoice]? = nil) {
      self.repeatingInvoices = repeatingInvoices
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("RepeatingInvoices", &repeatingInvoices)
    }
  }

  /// Report.
  public struct Report: ObjectModel {
    /// See Prepayment Types
    public var reportName: String?
    /// See Prepayment Types
    public var reportType: String?
    /// See Prepayment Types
    public var reportTitle: String?
    /// Date of report
    public var reportDate: String?
    /// Updated Date
    ///
    /// Only the server sets it.
    public var updatedDateUtc: Date?
    public var contacts: [TenNinetyNineContact]?

    public init(
      reportName: String? = nil, reportType: String? = nil, reportTitle: String? = nil, reportDate: String? = nil,
      updatedDateUtc: Date? = nil, contacts: [TenNinetyNineContact]? = nil
    ) {
      self.reportName = reportName
      self.reportType = reportType
      self.reportTitle = reportTitle
      self.reportDate = reportDate
      self.updatedDateUtc = updatedDateUtc
      self.contacts = contacts
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("ReportName", &reportName)
      members.optional("ReportType", &reportType)
      members.optional("ReportTitle", &reportTitle)
      members.optional("ReportDate", &reportDate)
      members.optional("UpdatedDateUTC", &updatedDateUtc, .microsoftDate)
      members.optional("Contacts", &contacts)
    }
  }

  /// ReportAttribute.
  public struct ReportAttribute: ObjectModel {
    public var id: String?
    public var value: String?

    public init(id: String? = nil, value: String? = nil) {
      self.id = id
      self.value = value
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Id", &id)
      members.optional("Value", &value)
    }
  }

  /// ReportCell.
  public struct ReportCell: ObjectModel {
    public var value: String?
    public var attributes: [ReportAttribute]?

    public init(value: String? = nil, attributes: [ReportAttribute]? = nil) {
      self.value = value
      self.attributes = attributes
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Value", &value)
      members.optional("Attributes", &attributes)
    }
  }

  /// ReportFields.
  public struct ReportFields: ObjectModel {
    public var fieldID: String?
    public var description: String?
    public var value: String?

    public init(fieldID: String? = nil, description: String? = nil, value: String? = nil) {
      self.fieldID = fieldID
      self.description = description
      self.value = value
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("FieldID", &fieldID)
      members.optional("Description", &description)
      members.optional("Value", &value)
    }
  }

  /// ReportRow.
  public struct ReportRow: ObjectModel {
    public var rowType: RowType?
    public var title: String?
    public var cells: [ReportCell]?

    public init(rowType: RowType? = nil, title: String? = nil, cells: [ReportCell]? = nil) {
      self.rowType = rowType
      self.title = title
      self.cells = cells
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("RowType", &rowType)
      members.optional("Title", &title)
      members.optional("Cells", &cells)
    }
  }

  /// ReportRows.
  public struct ReportRows: ObjectModel {
    public var rowType: RowType?
    public var title: String?
    public var cells: [ReportCell]?
    public var rows: [ReportRow]?

    public init(rowType: RowType? = nil, title: String? = nil, cells: [ReportCell]? = nil, rows: [ReportRow]? = nil) {
      self.rowType = rowType
      self.title = title
      self.cells = cells
      self.rows = rows
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("RowType", &rowType)
      members.optional("Title", &title)
      members.optional("Cells", &cells)
      members.optional("Rows", &rows)
    }
  }

  /// ReportWithRow.
  public struct ReportWithRow: ObjectModel {
    /// ID of the Report
    public var reportID: String?
    /// Name of the report
    public var reportName: String?
    /// Title of the report
    public var reportTitle: String?
    /// The type of report (BalanceSheet,ProfitLoss, etc)
    public var reportType: String?
    /// Report titles array (3 to 4 strings with the report name, orgnisation name and time frame of report)
    public var reportTitles: [String]?
    /// Date of report
    public var reportDate: String?
    public var rows: [ReportRows]?
    /// Updated Date
    ///
    /// Only the server sets it.
    public var updatedDateUtc: Date?
    public var fields: [ReportFields]?

    public init(
      reportID: String? = nil, reportName: String? = nil, reportTitle: String? = nil, reportType: String? = nil,
      reportTitles: [String]? = nil, reportDate: String? = nil, rows: [ReportRows]? = nil, updatedDateUtc: Date? = nil,
      fields: [ReportFields]? = nil
    ) {
      self.reportID = reportID
      self.reportName = reportName
      self.reportTitle = reportTitle
      self.reportType = reportType
      self.reportTitles = reportTitles
      self.reportDate = reportDate
      self.rows = rows
      self.updatedDateUtc = updatedDateUtc
      self.fields = fields
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("ReportID", &reportID)
      members.optional("ReportName", &reportName)
      members.optional("ReportTitle", &reportTitle)
      members.optional("ReportType", &reportType)
      members.optional("ReportTitles", &reportTitles)
      members.optional("ReportDate", &reportDate)
      members.optional("Rows", &rows)
      members.optional("UpdatedDateUTC", &updatedDateUtc, .microsoftDate)
      members.optional("Fields", &fields)
    }
  }

  /// ReportWithRows.
  public struct ReportWithRows: ObjectModel {
    public var reports: [ReportWithRow]?

    public init(reports: [ReportWithRow]? = nil) {
      self.reports = reports
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Reports", &reports)
    }
  }

  /// Reports.
  public struct Reports: ObjectModel {
    public var reports: [Report]?

    public init(reports: [Report]? = nil) {
      self.reports = reports
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Reports", &reports)
    }
  }

  /// RequestEmpty.
  public struct RequestEmpty: ObjectModel {
    /// Need at least one field to create an empty JSON payload
    public var status: String?

    public init(status: String? = nil) {
      self.status = status
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Status", &status)
    }
  }

  /// RowType.
  public struct RowType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var header: Self { Self(rawValue: "Header") }
    public static var section: Self { Self(rawValue: "Section") }
    public static var row: Self { Self(rawValue: "Row") }
    public static var summaryRow: Self { Self(rawValue: "SummaryRow") }

    public static var knownValues: [Self] { [.header, .section, .row, .summaryRow] }
  }

  /// SalesTrackingCategory.
  public struct SalesTrackingCategory: ObjectModel {
    /// The default sales tracking category name for contacts
    public var trackingCategoryName: String?
    /// The default purchase tracking category name for contacts
    public var trackingOptionName: String?

    public init(trackingCategoryName: String? = nil, trackingOptionName: String? = nil) {
      self.trackingCategoryName = trackingCategoryName
      self.trackingOptionName = trackingOptionName
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("TrackingCategoryName", &trackingCategoryName)
      members.optional("TrackingOptionName", &trackingOptionName)
    }
  }

  /// Schedule.
  public struct Schedule: ObjectModel {
    /// Integer used with the unit e.g. 1 (every 1 week), 2 (every 2 months)
    public var period: Int?
    /// One of the following - WEEKLY or MONTHLY
    public var unit: ScheduleUnit?
    /// Integer used with due date type e.g 20 (of following month), 31 (of current month)
    public var dueDate: Int?
    /// the payment terms
    public var dueDateType: ScheduleDueDateType?
    /// Date the first invoice of the current version of the repeating schedule was generated (changes when repeating
    /// invoice is edited)
    public var startDate: String?
    /// The calendar date of the next invoice in the schedule to be generated
    public var nextScheduledDate: String?
    /// Invoice end date – only returned if the template has an end date set
    public var endDate: String?

    public init(
      period: Int? = nil, unit: ScheduleUnit? = nil, dueDate: Int? = nil, dueDateType: ScheduleDueDateType? = nil,
      startDate: String? = nil, nextScheduledDate: String? = nil, endDate: String? = nil
    ) {
      self.period = period
      self.unit = unit
      self.dueDate = dueDate
      self.dueDateType = dueDateType
      self.startDate = startDate
      self.nextScheduledDate = nextScheduledDate
      self.endDate = endDate
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Period", &period)
      members.optional("Unit", &unit)
      members.optional("DueDate", &dueDate)
      members.optional("DueDateType", &dueDateType)
      members.optional("StartDate", &startDate)
      members.optional("NextScheduledDate", &nextScheduledDate)
      members.optional("EndDate", &endDate)
    }
  }

  /// the payment terms
  public struct ScheduleDueDateType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var daysafterbilldate: Self { Self(rawValue: "DAYSAFTERBILLDATE") }
    public static var daysafterbillmonth: Self { Self(rawValue: "DAYSAFTERBILLMONTH") }
    public static var daysafterinvoicedate: Self { Self(rawValue: "DAYSAFTERINVOICEDATE") }
    public static var daysafterinvoicemonth: Self { Self(rawValue: "DAYSAFTERINVOICEMONTH") }
    public static var ofcurrentmonth: Self { Self(rawValue: "OFCURRENTMONTH") }
    public static var offollowingmonth: Self { Self(rawValue: "OFFOLLOWINGMONTH") }

    public static var knownValues: [Self] {
      [
        .daysafterbilldate, .daysafterbillmonth, .daysafterinvoicedate, .daysafterinvoicemonth, .ofcurrentmonth,
        .offollowingmonth,
      ]
    }
  }

  /// One of the following - WEEKLY or MONTHLY
  public struct ScheduleUnit: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var weekly: Self { Self(rawValue: "WEEKLY") }
    public static var monthly: Self { Self(rawValue: "MONTHLY") }

    public static var knownValues: [Self] { [.weekly, .monthly] }
  }

  /// Setup.
  public struct Setup: ObjectModel {
    /// The date when the organisation starts using Xero
    public var conversionDate: ConversionDate?
    /// Balance supplied for each account that has a value as at the conversion date.
    public var conversionBalances: [ConversionBalances]?
    public var accounts: [Account]?

    public init(
      conversionDate: ConversionDate? = nil, conversionBalances: [ConversionBalances]? = nil, accounts: [Account]? = nil
    ) {
      self.conversionDate = conversionDate
      self.conversionBalances = conversionBalances
      self.accounts = accounts
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("ConversionDate", &conversionDate)
      members.optional("ConversionBalances", &conversionBalances)
      members.optional("Accounts", &accounts)
    }
  }

  /// TaxBreakdownComponent.
  public struct TaxBreakdownComponent: ObjectModel {
    /// The unique ID number of this component
    public var taxComponentID: String?
    /// The type of the jurisdiction
    public var type: TaxBreakdownComponentType?
    /// The name of the jurisdiction
    public var name: String?
    /// The percentage of the tax
    public var taxPercentage: Double?
    /// The amount of the tax
    public var taxAmount: Double?
    /// The amount that is taxable
    public var taxableAmount: Double?
    /// The amount that is not taxable
    public var nonTaxableAmount: Double?
    /// The amount that is exempt
    public var exemptAmount: Double?
    /// The state assigned number of the jurisdiction
    public var stateAssignedNo: String?
    /// Name identifying the region within the country
    public var jurisdictionRegion: String?

    public init(
      taxComponentID: String? = nil, type: TaxBreakdownComponentType? = nil, name: String? = nil,
      taxPercentage: Double? = nil, taxAmount: Double? = nil, taxableAmount: Double? = nil, nonTaxableAmount: Double? = nil,
      exemptAmount: Double? = nil, stateAssignedNo: String? = nil, jurisdictionRegion: String? = nil
    ) {
      self.taxComponentID = taxComponentID
      self.type = type
      self.name = name
      self.taxPercentage = taxPercentage
      self.taxAmount = taxAmount
      self.taxableAmount = taxableAmount
      self.nonTaxableAmount = nonTaxableAmount
      self.exemptAmount = exemptAmount
      self.stateAssignedNo = stateAssignedNo
      self.jurisdictionRegion = jurisdictionRegion
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("TaxComponentId", &taxComponentID)
      members.optional("Type", &type)
      members.optional("Name", &name)
      members.optional("TaxPercentage", &taxPercentage)
      members.optional("TaxAmount", &taxAmount)
      members.optional("TaxableAmount", &taxableAmount)
      members.optional("NonTaxableAmount", &nonTaxableAmount)
      members.optional("ExemptAmount", &exemptAmount)
      members.optional("StateAssignedNo", &stateAssignedNo)
      members.optional("JurisdictionRegion", &jurisdictionRegion)
    }
  }

  /// The type of the jurisdiction
  public struct TaxBreakdownComponentType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var sysgstUscountry: Self { Self(rawValue: "SYSGST/USCOUNTRY") }
    public static var sysgstUsstate: Self { Self(rawValue: "SYSGST/USSTATE") }
    public static var sysgstUscounty: Self { Self(rawValue: "SYSGST/USCOUNTY") }
    public static var sysgstUscity: Self { Self(rawValue: "SYSGST/USCITY") }
    public static var sysgstUsspecial: Self { Self(rawValue: "SYSGST/USSPECIAL") }

    public static var knownValues: [Self] {
      [.sysgstUscountry, .sysgstUsstate, .sysgstUscounty, .sysgstUscity, .sysgstUsspecial]
    }
  }

  /// TaxComponent.
  public struct TaxComponent: ObjectModel {
    /// Name of Tax Component
    public var name: String?
    /// Tax Rate (up to 4dp)
    public var rate: Double?
    /// Boolean to describe if Tax rate is compounded.
    public var isCompound: Bool?
    /// Boolean to describe if tax rate is non-recoverable. Non-recoverable rates are only applicable to Canadian
    /// organisations
    public var isNonRecoverable: Bool?

    public init(name: String? = nil, rate: Double? = nil, isCompound: Bool? = nil, isNonRecoverable: Bool? = nil) {
      self.name = name
      self.rate = rate
      self.isCompound = isCompound
      self.isNonRecoverable = isNonRecoverable
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Name", &name)
      members.optional("Rate", &rate)
      members.optional("IsCompound", &isCompound)
      members.optional("IsNonRecoverable", &isNonRecoverable)
    }
  }

  /// TaxRate.
  public struct TaxRate: ObjectModel {
    /// Name of tax rate
    public var name: String?
    /// The tax type
    public var taxType: String?
    /// See TaxComponents
    public var taxComponents: [TaxComponent]?
    /// See Status Codes
    public var status: TaxRateStatus?
    /// See ReportTaxTypes
    public var reportTaxType: TaxRateReportTaxType?
    /// Boolean to describe if tax rate can be used for asset accounts i.e.  true,false
    ///
    /// Only the server sets it.
    public var canApplyToAssets: Bool?
    /// Boolean to describe if tax rate can be used for equity accounts i.e true,false
    ///
    /// Only the server sets it.
    public var canApplyToEquity: Bool?
    /// Boolean to describe if tax rate can be used for expense accounts  i.e. true,false
    ///
    /// Only the server sets it.
    public var canApplyToExpenses: Bool?
    /// Boolean to describe if tax rate can be used for liability accounts  i.e. true,false
    ///
    /// Only the server sets it.
    public var canApplyToLiabilities: Bool?
    /// Boolean to describe if tax rate can be used for revenue accounts i.e. true,false
    ///
    /// Only the server sets it.
    public var canApplyToRevenue: Bool?
    /// Tax Rate (decimal to 4dp) e.g 12.5000
    ///
    /// Only the server sets it.
    public var displayTaxRate: Double?
    /// Effective Tax Rate (decimal to 4dp) e.g 12.5000
    ///
    /// Only the server sets it.
    public var effectiveRate: Double?

    public init(
      name: String? = nil, taxType: String? = nil, taxComponents: [TaxComponent]? = nil, status: TaxRateStatus? = nil,
      reportTaxType: TaxRateReportTaxType? = nil, canApplyToAssets: Bool? = nil, canApplyToEquity: Bool? = nil,
      canApplyToExpenses: Bool? = nil, canApplyToLiabilities: Bool? = nil, canApplyToRevenue: Bool? = nil,
      displayTaxRate: Double? = nil, effectiveRate: Double? = nil
    ) {
      self.name = name
      self.taxType = taxType
      self.taxComponents = taxComponents
      self.status = status
      self.reportTaxType = reportTaxType
      self.canApplyToAssets = canApplyToAssets
      self.canApplyToEquity = canApplyToEquity
      self.canApplyToExpenses = canApplyToExpenses
      self.canApplyToLiabilities = canApplyToLiabilities
      self.canApplyToRevenue = canApplyToRevenue
      self.displayTaxRate = displayTaxRate
      self.effectiveRate = effectiveRate
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Name", &name)
      members.optional("TaxType", &taxType)
      members.optional("TaxComponents", &taxComponents)
      members.optional("Status", &status)
      members.optional("ReportTaxType", &reportTaxType)
      members.optional("CanApplyToAssets", &canApplyToAssets)
      members.optional("CanApplyToEquity", &canApplyToEquity)
      members.optional("CanApplyToExpenses", &canApplyToExpenses)
      members.optional("CanApplyToLiabilities", &canApplyToLiabilities)
      members.optional("CanApplyToRevenue", &canApplyToRevenue)
      members.optional("DisplayTaxRate", &displayTaxRate)
      members.optional("EffectiveRate", &effectiveRate)
    }
  }

  /// See ReportTaxTypes
  public struct TaxRateReportTaxType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var avalara: Self { Self(rawValue: "AVALARA") }
    public static var basexcluded: Self { Self(rawValue: "BASEXCLUDED") }
    public static var capitalsalesoutput: Self { Self(rawValue: "CAPITALSALESOUTPUT") }
    public static var capitalexpensesinput: Self { Self(rawValue: "CAPITALEXPENSESINPUT") }
    public static var ecoutput: Self { Self(rawValue: "ECOUTPUT") }
    public static var ecoutputservices: Self { Self(rawValue: "ECOUTPUTSERVICES") }
    public static var ecinput: Self { Self(rawValue: "ECINPUT") }
    public static var ecacquisitions: Self { Self(rawValue: "ECACQUISITIONS") }
    public static var exemptexpenses: Self { Self(rawValue: "EXEMPTEXPENSES") }
    public static var exemptinput: Self { Self(rawValue: "EXEMPTINPUT") }
    public static var exemptoutput: Self { Self(rawValue: "EXEMPTOUTPUT") }
    public static var gstonimports: Self { Self(rawValue: "GSTONIMPORTS") }
    public static var input: Self { Self(rawValue: "INPUT") }
    public static var inputtaxed: Self { Self(rawValue: "INPUTTAXED") }
    public static var mosssales: Self { Self(rawValue: "MOSSSALES") }
    public static var noneValue: Self { Self(rawValue: "NONE") }
    public static var noneoutput: Self { Self(rawValue: "NONEOUTPUT") }
    public static var output: Self { Self(rawValue: "OUTPUT") }
    public static var purchasesinput: Self { Self(rawValue: "PURCHASESINPUT") }
    public static var salesoutput: Self { Self(rawValue: "SALESOUTPUT") }
    public static var exemptcapital: Self { Self(rawValue: "EXEMPTCAPITAL") }
    public static var exemptexport: Self { Self(rawValue: "EXEMPTEXPORT") }
    public static var capitalexinput: Self { Self(rawValue: "CAPITALEXINPUT") }
    public static var gstoncapimports: Self { Self(rawValue: "GSTONCAPIMPORTS") }
    public static var gstoncapitalimports: Self { Self(rawValue: "GSTONCAPITALIMPORTS") }
    public static var reversecharges: Self { Self(rawValue: "REVERSECHARGES") }
    public static var payments: Self { Self(rawValue: "PAYMENTS") }
    public static var invoice: Self { Self(rawValue: "INVOICE") }
    public static var cash: Self { Self(rawValue: "CASH") }
    public static var accrual: Self { Self(rawValue: "ACCRUAL") }
    public static var flatratecash: Self { Self(rawValue: "FLATRATECASH") }
    public static var flatrateaccrual: Self { Self(rawValue: "FLATRATEACCRUAL") }
    public static var accruals: Self { Self(rawValue: "ACCRUALS") }
    public static var txca: Self { Self(rawValue: "TXCA") }
    public static var srcas: Self { Self(rawValue: "SRCAS") }
    public static var dsoutput: Self { Self(rawValue: "DSOUTPUT") }
    public static var blinput2: Self { Self(rawValue: "BLINPUT2") }
    public static var epinput: Self { Self(rawValue: "EPINPUT") }
    public static var iminput2: Self { Self(rawValue: "IMINPUT2") }
    public static var meinput: Self { Self(rawValue: "MEINPUT") }
    public static var igdsinput2: Self { Self(rawValue: "IGDSINPUT2") }
    public static var esn33Output: Self { Self(rawValue: "ESN33OUTPUT") }
    public static var opinput: Self { Self(rawValue: "OPINPUT") }
    public static var osoutput: Self { Self(rawValue: "OSOUTPUT") }
    public static var txn33Input: Self { Self(rawValue: "TXN33INPUT") }
    public static var txessinput: Self { Self(rawValue: "TXESSINPUT") }
    public static var txreinput: Self { Self(rawValue: "TXREINPUT") }
    public static var txpetinput: Self { Self(rawValue: "TXPETINPUT") }
    public static var nrinput: Self { Self(rawValue: "NRINPUT") }
    public static var es33Output: Self { Self(rawValue: "ES33OUTPUT") }
    public static var zeroratedinput: Self { Self(rawValue: "ZERORATEDINPUT") }
    public static var zeroratedoutput: Self { Self(rawValue: "ZERORATEDOUTPUT") }
    public static var drchargesupply: Self { Self(rawValue: "DRCHARGESUPPLY") }
    public static var drcharge: Self { Self(rawValue: "DRCHARGE") }
    public static var capinput: Self { Self(rawValue: "CAPINPUT") }
    public static var capimports: Self { Self(rawValue: "CAPIMPORTS") }
    public static var iminput: Self { Self(rawValue: "IMINPUT") }
    public static var input2: Self { Self(rawValue: "INPUT2") }
    public static var ciuinput: Self { Self(rawValue: "CIUINPUT") }
    public static var srinput: Self { Self(rawValue: "SRINPUT") }
    public static var output2: Self { Self(rawValue: "OUTPUT2") }
    public static var sroutput: Self { Self(rawValue: "SROUTPUT") }
    public static var capoutput: Self { Self(rawValue: "CAPOUTPUT") }
    public static var sroutput2: Self { Self(rawValue: "SROUTPUT2") }
    public static var ciuoutput: Self { Self(rawValue: "CIUOUTPUT") }
    public static var zroutput: Self { Self(rawValue: "ZROUTPUT") }
    public static var zrexport: Self { Self(rawValue: "ZREXPORT") }
    public static var acc28Plus: Self { Self(rawValue: "ACC28PLUS") }
    public static var accupto28: Self { Self(rawValue: "ACCUPTO28") }
    public static var otheroutput: Self { Self(rawValue: "OTHEROUTPUT") }
    public static var shoutput: Self { Self(rawValue: "SHOUTPUT") }
    public static var zrinput: Self { Self(rawValue: "ZRINPUT") }
    public static var baddebt: Self { Self(rawValue: "BADDEBT") }
    public static var otherinput: Self { Self(rawValue: "OTHERINPUT") }
    public static var baddebtrelief: Self { Self(rawValue: "BADDEBTRELIEF") }
    public static var igdsinput3: Self { Self(rawValue: "IGDSINPUT3") }
    public static var srovr: Self { Self(rawValue: "SROVR") }
    public static var touristrefund: Self { Self(rawValue: "TOURISTREFUND") }
    public static var txrcn33: Self { Self(rawValue: "TXRCN33") }
    public static var txrcre: Self { Self(rawValue: "TXRCRE") }
    public static var txrcess: Self { Self(rawValue: "TXRCESS") }
    public static var txrcts: Self { Self(rawValue: "TXRCTS") }
    public static var capexinput: Self { Self(rawValue: "CAPEXINPUT") }
    public static var undefined: Self { Self(rawValue: "UNDEFINED") }
    public static var capexoutput: Self { Self(rawValue: "CAPEXOUTPUT") }
    public static var zeroexpoutput: Self { Self(rawValue: "ZEROEXPOUTPUT") }
    public static var goodsimport: Self { Self(rawValue: "GOODSIMPORT") }
    public static var noneinput: Self { Self(rawValue: "NONEINPUT") }
    public static var notreported: Self { Self(rawValue: "NOTREPORTED") }
    public static var srovrrs: Self { Self(rawValue: "SROVRRS") }
    public static var srovrlvg: Self { Self(rawValue: "SROVRLVG") }
    public static var srlvg: Self { Self(rawValue: "SRLVG") }
    public static var im: Self { Self(rawValue: "IM") }
    public static var imess: Self { Self(rawValue: "IMESS") }
    public static var imn33: Self { Self(rawValue: "IMN33") }
    public static var imre: Self { Self(rawValue: "IMRE") }
    public static var baddebtrecovery: Self { Self(rawValue: "BADDEBTRECOVERY") }
    public static var ussalestax: Self { Self(rawValue: "USSALESTAX") }
    public static var blinput3: Self { Self(rawValue: "BLINPUT3") }

    public static var knownValues: [Self] {
      [
        .avalara, .basexcluded, .capitalsalesoutput, .capitalexpensesinput, .ecoutput, .ecoutputservices, .ecinput,
        .ecacquisitions, .exemptexpenses, .exemptinput, .exemptoutput, .gstonimports, .input, .inputtaxed, .mosssales,
        .noneValue, .noneoutput, .output, .purchasesinput, .salesoutput, .exemptcapital, .exemptexport, .capitalexinput,
        .gstoncapimports, .gstoncapitalimports, .reversecharges, .payments, .invoice, .cash, .accrual, .flatratecash,
        .flatrateaccrual, .accruals, .txca, .srcas, .dsoutput, .blinput2, .epinput, .iminput2, .meinput, .igdsinput2,
        .esn33Output, .opinput, .osoutput, .txn33Input, .txessinput, .txreinput, .txpetinput, .nrinput, .es33Output,
        .zeroratedinput, .zeroratedoutput, .drchargesupply, .drcharge, .capinput, .capimports, .iminput, .input2, .ciuinput,
        .srinput, .output2, .sroutput, .capoutput, .sroutput2, .ciuoutput, .zroutput, .zrexport, .acc28Plus, .accupto28,
        .otheroutput, .shoutput, .zrinput, .baddebt, .otherinput, .baddebtrelief, .igdsinput3, .srovr, .touristrefund,
        .txrcn33, .txrcre, .txrcess, .txrcts, .capexinput, .undefined, .capexoutput, .zeroexpoutput, .goodsimport, .noneinput,
        .notreported, .srovrrs, .srovrlvg, .srlvg, .im, .imess, .imn33, .imre, .baddebtrecovery, .ussalestax, .blinput3,
      ]
    }
  }

  /// See Status Codes
  public struct TaxRateStatus: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var active: Self { Self(rawValue: "ACTIVE") }
    public static var deleted: Self { Self(rawValue: "DELETED") }
    public static var archived: Self { Self(rawValue: "ARCHIVED") }
    public static var pending: Self { Self(rawValue: "PENDING") }

    public static var knownValues: [Self] { [.active, .deleted, .archived, .pending] }
  }

  /// TaxRates.
  public struct TaxRates: ObjectModel {
    public var taxRates: [TaxRate]?

    public init(taxRates: [TaxRate]? = nil) {
      self.taxRates = taxRates
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("TaxRates", &taxRates)
    }
  }

  /// TenNinetyNineContact.
  public struct TenNinetyNineContact: ObjectModel {
    /// Box 1 on 1099 Form
    public var box1: Double?
    /// Box 2 on 1099 Form
    public var box2: Double?
    /// Box 3 on 1099 Form
    public var box3: Double?
    /// Box 4 on 1099 Form
    public var box4: Double?
    /// Box 5 on 1099 Form
    public var box5: Double?
    /// Box 6 on 1099 Form
    public var box6: Double?
    /// Box 7 on 1099 Form
    public var box7: Double?
    /// Box 8 on 1099 Form
    public var box8: Double?
    /// Box 9 on 1099 Form
    public var box9: Double?
    /// Box 10 on 1099 Form
    public var box10: Double?
    /// Box 11 on 1099 Form
    public var box11: Double?
    /// Box 13 on 1099 Form
    public var box13: Double?
    /// Box 14 on 1099 Form
    public var box14: Double?
    /// Contact name on 1099 Form
    public var name: String?
    /// Contact Fed Tax ID type
    public var federalTaxIDType: String?
    /// Contact city on 1099 Form
    public var city: String?
    /// Contact zip on 1099 Form
    public var zip: String?
    /// Contact State on 1099 Form
    public var state: String?
    /// Contact email on 1099 Form
    public var email: String?
    /// Contact address on 1099 Form
    public var streetAddress: String?
    /// Contact tax id on 1099 Form
    public var taxID: String?
    /// Contact contact id
    public var contactID: String?
    /// Contact legal name
    public var legalName: String?
    /// Contact business name
    public var businessName: String?
    /// Contact federal tax classification
    public var federalTaxClassification: TenNinetyNineContactFederalTaxClassification?

    public init(
      box1: Double? = nil, box2: Double? = nil, box3: Double? = nil, box4: Double? = nil, box5: Double? = nil,
      box6: Double? = nil, box7: Double? = nil, box8: Double? = nil, box9: Double? = nil, box10: Double? = nil,
      box11: Double? = nil, box13: Double? = nil, box14: Double? = nil, name: String? = nil, federalTaxIDType: String? = nil,
      city: String? = nil, zip: String? = nil, state: String? = nil, email: String? = nil, streetAddress: String? = nil,
      taxID: String? = nil, contactID: String? = nil, legalName: String? = nil, businessName: String? = nil,
      federalTaxClassification: TenNinetyNineContactFederalTaxClassification? = nil
    ) {
      self.box1 = box1
      self.box2 = box2
      self.box3 = box3
      self.box4 = box4
      self.box5 = box5
      self.box6 = box6
      self.box7 = box7
      self.box8 = box8
      self.box9 = box9
      self.box10 = box10
      self.box11 = box11
      self.box13 = box13
      self.box14 = box14
      self.name = name
      self.federalTaxIDType = federalTaxIDType
      self.city = city
      self.zip = zip
      self.state = state
      self.email = email
      self.streetAddress = streetAddress
      self.taxID = taxID
      self.contactID = contactID
      self.legalName = legalName
      self.businessName = businessName
      self.federalTaxClassification = federalTaxClassification
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Box1", &box1)
      members.optional("Box2", &box2)
      members.optional("Box3", &box3)
      members.optional("Box4", &box4)
      members.optional("Box5", &box5)
      members.optional("Box6", &box6)
      members.optional("Box7", &box7)
      members.optional("Box8", &box8)
      members.optional("Box9", &box9)
      members.optional("Box10", &box10)
      members.optional("Box11", &box11)
      members.optional("Box13", &box13)
      members.optional("Box14", &box14)
      members.optional("Name", &name)
      members.optional("FederalTaxIDType", &federalTaxIDType)
      members.optional("City", &city)
      members.optional("Zip", &zip)
      members.optional("State", &state)
      members.optional("Email", &email)
      members.optional("StreetAddress", &streetAddress)
      members.optional("TaxID", &taxID)
      members.optional("ContactId", &contactID)
      members.optional("LegalName", &legalName)
      members.optional("BusinessName", &businessName)
      members.optional("FederalTaxClassification", &federalTaxClassification)
    }
  }

  /// Contact federal tax classification
  public struct TenNinetyNineContactFederalTaxClassification: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var soleProprietor: Self { Self(rawValue: "SOLE_PROPRIETOR") }
    public static var partnership: Self { Self(rawValue: "PARTNERSHIP") }
    public static var trustOrEstate: Self { Self(rawValue: "TRUST_OR_ESTATE") }
    public static var nonprofit: Self { Self(rawValue: "NONPROFIT") }
    public static var cCorp: Self { Self(rawValue: "C_CORP") }
    public static var sCorp: Self { Self(rawValue: "S_CORP") }
    public static var other: Self { Self(rawValue: "OTHER") }

    public static var knownValues: [Self] {
      [.soleProprietor, .partnership, .trustOrEstate, .nonprofit, .cCorp, .sCorp, .other]
    }
  }

  /// Timezone specifications
  public struct TimeZone: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var afghanistanstandardtime: Self { Self(rawValue: "AFGHANISTANSTANDARDTIME") }
    public static var alaskanstandardtime: Self { Self(rawValue: "ALASKANSTANDARDTIME") }
    public static var aleutianstandardtime: Self { Self(rawValue: "ALEUTIANSTANDARDTIME") }
    public static var altaistandardtime: Self { Self(rawValue: "ALTAISTANDARDTIME") }
    public static var arabianstandardtime: Self { Self(rawValue: "ARABIANSTANDARDTIME") }
    public static var arabicstandardtime: Self { Self(rawValue: "ARABICSTANDARDTIME") }
    public static var arabstandardtime: Self { Self(rawValue: "ARABSTANDARDTIME") }
    public static var argentinastandardtime: Self { Self(rawValue: "ARGENTINASTANDARDTIME") }
    public static var astrakhanstandardtime: Self { Self(rawValue: "ASTRAKHANSTANDARDTIME") }
    public static var atlanticstandardtime: Self { Self(rawValue: "ATLANTICSTANDARDTIME") }
    public static var auscentralstandardtime: Self { Self(rawValue: "AUSCENTRALSTANDARDTIME") }
    public static var auscentralwstandardtime: Self { Self(rawValue: "AUSCENTRALWSTANDARDTIME") }
    public static var auseasternstandardtime: Self { Self(rawValue: "AUSEASTERNSTANDARDTIME") }
    public static var azerbaijanstandardtime: Self { Self(rawValue: "AZERBAIJANSTANDARDTIME") }
    public static var azoresstandardtime: Self { Self(rawValue: "AZORESSTANDARDTIME") }
    public static var bahiastandardtime: Self { Self(rawValue: "BAHIASTANDARDTIME") }
    public static var bangladeshstandardtime: Self { Self(rawValue: "BANGLADESHSTANDARDTIME") }
    public static var belarusstandardtime: Self { Self(rawValue: "BELARUSSTANDARDTIME") }
    public static var bougainvillestandardtime: Self { Self(rawValue: "BOUGAINVILLESTANDARDTIME") }
    public static var canadacentralstandardtime: Self { Self(rawValue: "CANADACENTRALSTANDARDTIME") }
    public static var capeverdestandardtime: Self { Self(rawValue: "CAPEVERDESTANDARDTIME") }
    public static var caucasusstandardtime: Self { Self(rawValue: "CAUCASUSSTANDARDTIME") }
    public static var cenaustraliastandardtime: Self { Self(rawValue: "CENAUSTRALIASTANDARDTIME") }
    public static var centralamericastandardtime: Self { Self(rawValue: "CENTRALAMERICASTANDARDTIME") }
    public static var centralasiastandardtime: Self { Self(rawValue: "CENTRALASIASTANDARDTIME") }
    public static var centralbrazilianstandardtime: Self { Self(rawValue: "CENTRALBRAZILIANSTANDARDTIME") }
    public static var centraleuropeanstandardtime: Self { Self(rawValue: "CENTRALEUROPEANSTANDARDTIME") }
    public static var centraleuropestandardtime: Self { Self(rawValue: "CENTRALEUROPESTANDARDTIME") }
    public static var centralpacificstandardtime: Self { Self(rawValue: "CENTRALPACIFICSTANDARDTIME") }
    public static var centralstandardtime: Self { Self(rawValue: "CENTRALSTANDARDTIME") }
    public static var centralstandardtimeMexico: Self { Self(rawValue: "CENTRALSTANDARDTIME(MEXICO)") }
    public static var chathamislandsstandardtime: Self { Self(rawValue: "CHATHAMISLANDSSTANDARDTIME") }
    public static var chinastandardtime: Self { Self(rawValue: "CHINASTANDARDTIME") }
    public static var cubastandardtime: Self { Self(rawValue: "CUBASTANDARDTIME") }
    public static var datelinestandardtime: Self { Self(rawValue: "DATELINESTANDARDTIME") }
    public static var eafricastandardtime: Self { Self(rawValue: "EAFRICASTANDARDTIME") }
    public static var easterislandstandardtime: Self { Self(rawValue: "EASTERISLANDSTANDARDTIME") }
    public static var easternstandardtime: Self { Self(rawValue: "EASTERNSTANDARDTIME") }
    public static var easternstandardtimeMexico: Self { Self(rawValue: "EASTERNSTANDARDTIME(MEXICO)") }
    public static var eaustraliastandardtime: Self { Self(rawValue: "EAUSTRALIASTANDARDTIME") }
    public static var eeuropestandardtime: Self { Self(rawValue: "EEUROPESTANDARDTIME") }
    public static var egyptstandardtime: Self { Self(rawValue: "EGYPTSTANDARDTIME") }
    public static var ekaterinburgstandardtime: Self { Self(rawValue: "EKATERINBURGSTANDARDTIME") }
    public static var esouthamericastandardtime: Self { Self(rawValue: "ESOUTHAMERICASTANDARDTIME") }
    public static var fijistandardtime: Self { Self(rawValue: "FIJISTANDARDTIME") }
    public static var flestandardtime: Self { Self(rawValue: "FLESTANDARDTIME") }
    public static var georgianstandardtime: Self { Self(rawValue: "GEORGIANSTANDARDTIME") }
    public static var gmtstandardtime: Self { Self(rawValue: "GMTSTANDARDTIME") }
    public static var greenlandstandardtime: Self { Self(rawValue: "GREENLANDSTANDARDTIME") }
    public static var greenwichstandardtime: Self { Self(rawValue: "GREENWICHSTANDARDTIME") }
    public static var gtbstandardtime: Self { Self(rawValue: "GTBSTANDARDTIME") }
    public static var haitistandardtime: Self { Self(rawValue: "HAITISTANDARDTIME") }
    public static var hawaiianstandardtime: Self { Self(rawValue: "HAWAIIANSTANDARDTIME") }
    public static var indiastandardtime: Self { Self(rawValue: "INDIASTANDARDTIME") }
    public static var iranstandardtime: Self { Self(rawValue: "IRANSTANDARDTIME") }
    public static var israelstandardtime: Self { Self(rawValue: "ISRAELSTANDARDTIME") }
    public static var jordanstandardtime: Self { Self(rawValue: "JORDANSTANDARDTIME") }
    public static var kaliningradstandardtime: Self { Self(rawValue: "KALININGRADSTANDARDTIME") }
    public static var kamchatkastandardtime: Self { Self(rawValue: "KAMCHATKASTANDARDTIME") }
    public static var koreastandardtime: Self { Self(rawValue: "KOREASTANDARDTIME") }
    public static var libyastandardtime: Self { Self(rawValue: "LIBYASTANDARDTIME") }
    public static var lineislandsstandardtime: Self { Self(rawValue: "LINEISLANDSSTANDARDTIME") }
    public static var lordhowestandardtime: Self { Self(rawValue: "LORDHOWESTANDARDTIME") }
    public static var magadanstandardtime: Self { Self(rawValue: "MAGADANSTANDARDTIME") }
    public static var magallanesstandardtime: Self { Self(rawValue: "MAGALLANESSTANDARDTIME") }
    public static var marquesasstandardtime: Self { Self(rawValue: "MARQUESASSTANDARDTIME") }
    public static var mauritiusstandardtime: Self { Self(rawValue: "MAURITIUSSTANDARDTIME") }
    public static var midatlanticstandardtime: Self { Self(rawValue: "MIDATLANTICSTANDARDTIME") }
    public static var middleeaststandardtime: Self { Self(rawValue: "MIDDLEEASTSTANDARDTIME") }
    public static var montevideostandardtime: Self { Self(rawValue: "MONTEVIDEOSTANDARDTIME") }
    public static var moroccostandardtime: Self { Self(rawValue: "MOROCCOSTANDARDTIME") }
    public static var mountainstandardtime: Self { Self(rawValue: "MOUNTAINSTANDARDTIME") }
    public static var mountainstandardtimeMexico: Self { Self(rawValue: "MOUNTAINSTANDARDTIME(MEXICO)") }
    public static var myanmarstandardtime: Self { Self(rawValue: "MYANMARSTANDARDTIME") }
    public static var namibiastandardtime: Self { Self(rawValue: "NAMIBIASTANDARDTIME") }
    public static var ncentralasiastandardtime: Self { Self(rawValue: "NCENTRALASIASTANDARDTIME") }
    public static var nepalstandardtime: Self { Self(rawValue: "NEPALSTANDARDTIME") }
    public static var newfoundlandstandardtime: Self { Self(rawValue: "NEWFOUNDLANDSTANDARDTIME") }
    public static var newzealandstandardtime: Self { Self(rawValue: "NEWZEALANDSTANDARDTIME") }
    public static var norfolkstandardtime: Self { Self(rawValue: "NORFOLKSTANDARDTIME") }
    public static var northasiaeaststandardtime: Self { Self(rawValue: "NORTHASIAEASTSTANDARDTIME") }
    public static var northasiastandardtime: Self { Self(rawValue: "NORTHASIASTANDARDTIME") }
    public static var northkoreastandardtime: Self { Self(rawValue: "NORTHKOREASTANDARDTIME") }
    public static var omskstandardtime: Self { Self(rawValue: "OMSKSTANDARDTIME") }
    public static var pacificsastandardtime: Self { Self(rawValue: "PACIFICSASTANDARDTIME") }
    public static var pacificstandardtime: Self { Self(rawValue: "PACIFICSTANDARDTIME") }
    public static var pacificstandardtimeMexico: Self { Self(rawValue: "PACIFICSTANDARDTIME(MEXICO)") }
    public static var pakistanstandardtime: Self { Self(rawValue: "PAKISTANSTANDARDTIME") }
    public static var paraguaystandardtime: Self { Self(rawValue: "PARAGUAYSTANDARDTIME") }
    public static var qyzylordastandardtime: Self { Self(rawValue: "QYZYLORDASTANDARDTIME") }
    public static var romancestandardtime: Self { Self(rawValue: "ROMANCESTANDARDTIME") }
    public static var russianstandardtime: Self { Self(rawValue: "RUSSIANSTANDARDTIME") }
    public static var russiatimezone10: Self { Self(rawValue: "RUSSIATIMEZONE10") }
    public static var russiatimezone11: Self { Self(rawValue: "RUSSIATIMEZONE11") }
    public static var russiatimezone3: Self { Self(rawValue: "RUSSIATIMEZONE3") }
    public static var saeasternstandardtime: Self { Self(rawValue: "SAEASTERNSTANDARDTIME") }
    public static var saintpierrestandardtime: Self { Self(rawValue: "SAINTPIERRESTANDARDTIME") }
    public static var sakhalinstandardtime: Self { Self(rawValue: "SAKHALINSTANDARDTIME") }
    public static var samoastandardtime: Self { Self(rawValue: "SAMOASTANDARDTIME") }
    public static var saotomestandardtime: Self { Self(rawValue: "SAOTOMESTANDARDTIME") }
    public static var sapacificstandardtime: Self { Self(rawValue: "SAPACIFICSTANDARDTIME") }
    public static var saratovstandardtime: Self { Self(rawValue: "SARATOVSTANDARDTIME") }
    public static var sawesternstandardtime: Self { Self(rawValue: "SAWESTERNSTANDARDTIME") }
    public static var seasiastandardtime: Self { Self(rawValue: "SEASIASTANDARDTIME") }
    public static var singaporestandardtime: Self { Self(rawValue: "SINGAPORESTANDARDTIME") }
    public static var southafricastandardtime: Self { Self(rawValue: "SOUTHAFRICASTANDARDTIME") }
    public static var southsudanstandardtime: Self { Self(rawValue: "SOUTHSUDANSTANDARDTIME") }
    public static var srilankastandardtime: Self { Self(rawValue: "SRILANKASTANDARDTIME") }
    public static var sudanstandardtime: Self { Self(rawValue: "SUDANSTANDARDTIME") }
    public static var syriastandardtime: Self { Self(rawValue: "SYRIASTANDARDTIME") }
    public static var taipeistandardtime: Self { Self(rawValue: "TAIPEISTANDARDTIME") }
    public static var tasmaniastandardtime: Self { Self(rawValue: "TASMANIASTANDARDTIME") }
    public static var tocantinsstandardtime: Self { Self(rawValue: "TOCANTINSSTANDARDTIME") }
    public static var tokyostandardtime: Self { Self(rawValue: "TOKYOSTANDARDTIME") }
    public static var tomskstandardtime: Self { Self(rawValue: "TOMSKSTANDARDTIME") }
    public static var tongastandardtime: Self { Self(rawValue: "TONGASTANDARDTIME") }
    public static var transbaikalstandardtime: Self { Self(rawValue: "TRANSBAIKALSTANDARDTIME") }
    public static var turkeystandardtime: Self { Self(rawValue: "TURKEYSTANDARDTIME") }
    public static var turksandcaicosstandardtime: Self { Self(rawValue: "TURKSANDCAICOSSTANDARDTIME") }
    public static var ulaanbaatarstandardtime: Self { Self(rawValue: "ULAANBAATARSTANDARDTIME") }
    public static var useasternstandardtime: Self { Self(rawValue: "USEASTERNSTANDARDTIME") }
    public static var usmountainstandardtime: Self { Self(rawValue: "USMOUNTAINSTANDARDTIME") }
    public static var utc: Self { Self(rawValue: "UTC") }
    public static var utcPlus12: Self { Self(rawValue: "UTC+12") }
    public static var utcPlus13: Self { Self(rawValue: "UTC+13") }
    public static var utc02: Self { Self(rawValue: "UTC02") }
    public static var utc08: Self { Self(rawValue: "UTC08") }
    public static var utc09: Self { Self(rawValue: "UTC09") }
    public static var utc11: Self { Self(rawValue: "UTC11") }
    public static var venezuelastandardtime: Self { Self(rawValue: "VENEZUELASTANDARDTIME") }
    public static var vladivostokstandardtime: Self { Self(rawValue: "VLADIVOSTOKSTANDARDTIME") }
    public static var volgogradstandardtime: Self { Self(rawValue: "VOLGOGRADSTANDARDTIME") }
    public static var waustraliastandardtime: Self { Self(rawValue: "WAUSTRALIASTANDARDTIME") }
    public static var wcentralafricastandardtime: Self { Self(rawValue: "WCENTRALAFRICASTANDARDTIME") }
    public static var westasiastandardtime: Self { Self(rawValue: "WESTASIASTANDARDTIME") }
    public static var westbankstandardtime: Self { Self(rawValue: "WESTBANKSTANDARDTIME") }
    public static var westpacificstandardtime: Self { Self(rawValue: "WESTPACIFICSTANDARDTIME") }
    public static var weuropestandardtime: Self { Self(rawValue: "WEUROPESTANDARDTIME") }
    public static var wmongoliastandardtime: Self { Self(rawValue: "WMONGOLIASTANDARDTIME") }
    public static var yakutskstandardtime: Self { Self(rawValue: "YAKUTSKSTANDARDTIME") }
    public static var yukonstandardtime: Self { Self(rawValue: "YUKONSTANDARDTIME") }

    public static var knownValues: [Self] {
      [
        .afghanistanstandardtime, .alaskanstandardtime, .aleutianstandardtime, .altaistandardtime, .arabianstandardtime,
        .arabicstandardtime, .arabstandardtime, .argentinastandardtime, .astrakhanstandardtime, .atlanticstandardtime,
        .auscentralstandardtime, .auscentralwstandardtime, .auseasternstandardtime, .azerbaijanstandardtime,
        .azoresstandardtime, .bahiastandardtime, .bangladeshstandardtime, .belarusstandardtime, .bougainvillestandardtime,
        .canadacentralstandardtime, .capeverdestandardtime, .caucasusstandardtime, .cenaustraliastandardtime,
        .centralamericastandardtime, .centralasiastandardtime, .centralbrazilianstandardtime, .centraleuropeanstandardtime,
        .centraleuropestandardtime, .centralpacificstandardtime, .centralstandardtime, .centralstandardtimeMexico,
        .chathamislandsstandardtime, .chinastandardtime, .cubastandardtime, .datelinestandardtime, .eafricastandardtime,
        .easterislandstandardtime, .easternstandardtime, .easternstandardtimeMexico, .eaustraliastandardtime,
        .eeuropestandardtime, .egyptstandardtime, .ekaterinburgstandardtime, .esouthamericastandardtime, .fijistandardtime,
        .flestandardtime, .georgianstandardtime, .gmtstandardtime, .greenlandstandardtime, .greenwichstandardtime,
        .gtbstandardtime, .haitistandardtime, .hawaiianstandardtime, .indiastandardtime, .iranstandardtime,
        .israelstandardtime, .jordanstandardtime, .kaliningradstandardtime, .kamchatkastandardtime, .koreastandardtime,
        .libyastandardtime, .lineislandsstandardtime, .lordhowestandardtime, .magadanstandardtime, .magallanesstandardtime,
        .marquesasstandardtime, .mauritiusstandardtime, .midatlanticstandardtime, .middleeaststandardtime,
        .montevideostandardtime, .moroccostandardtime, .mountainstandardtime, .mountainstandardtimeMexico,
        .myanmarstandardtime, .namibiastandardtime, .ncentralasiastandardtime, .nepalstandardtime, .newfoundlandstandardtime,
        .newzealandstandardtime, .norfolkstandardtime, .northasiaeaststandardtime, .northasiastandardtime,
        .northkoreastandardtime, .omskstandardtime, .pacificsastandardtime, .pacificstandardtime, .pacificstandardtimeMexico,
        .pakistanstandardtime, .paraguaystandardtime, .qyzylordastandardtime, .romancestandardtime, .russianstandardtime,
        .russiatimezone10, .russiatimezone11, .russiatimezone3, .saeasternstandardtime, .saintpierrestandardtime,
        .sakhalinstandardtime, .samoastandardtime, .saotomestandardtime, .sapacificstandardtime, .saratovstandardtime,
        .sawesternstandardtime, .seasiastandardtime, .singaporestandardtime, .southafricastandardtime,
        .southsudanstandardtime, .srilankastandardtime, .sudanstandardtime, .syriastandardtime, .taipeistandardtime,
        .tasmaniastandardtime, .tocantinsstandardtime, .tokyostandardtime, .tomskstandardtime, .tongastandardtime,
        .transbaikalstandardtime, .turkeystandardtime, .turksandcaicosstandardtime, .ulaanbaatarstandardtime,
        .useasternstandardtime, .usmountainstandardtime, .utc, .utcPlus12, .utcPlus13, .utc02, .utc08, .utc09, .utc11,
        .venezuelastandardtime, .vladivostokstandardtime, .volgogradstandardtime, .waustraliastandardtime,
        .wcentralafricastandardtime, .westasiastandardtime, .westbankstandardtime, .westpacificstandardtime,
        .weuropestandardtime, .wmongoliastandardtime, .yakutskstandardtime, .yukonstandardtime,
      ]
    }
  }

  /// TrackingCategories.
  public struct TrackingCategories: ObjectModel {
    public var trackingCategories: [TrackingCategory]?

    public init(trackingCategories: [TrackingCategory]? = nil) {
      self.trackingCategories = trackingCategories
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("TrackingCategories", &trackingCategories)
    }
  }

  /// TrackingCategory.
  public struct TrackingCategory: ObjectModel {
    /// The Xero identifier for a tracking category e.g. 297c2dc5-cc47-4afd-8ec8-74990b8761e9
    public var trackingCategoryID: String?
    /// The Xero identifier for a tracking option e.g. dc54c220-0140-495a-b925-3246adc0075f
    public var trackingOptionID: String?
    /// The name of the tracking category e.g. Department, Region (max length = 100)
    public var name: String?
    /// The option name of the tracking option e.g. East, West (max length = 100)
    public var option: String?
    /// The status of a tracking category
    public var status: TrackingCategoryStatus?
    /// See Tracking Options
    public var options: [TrackingOption]?

    public init(
      trackingCategoryID: String? = nil, trackingOptionID: String? = nil, name: String? = nil, option: String? = nil,
      status: TrackingCategoryStatus? = nil, options: [TrackingOption]? = nil
    ) {
      self.trackingCategoryID = trackingCategoryID
      self.trackingOptionID = trackingOptionID
      self.name = name
      self.option = option
      self.status = status
      self.options = options
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("TrackingCategoryID", &trackingCategoryID)
      members.optional("TrackingOptionID", &trackingOptionID)
      members.optional("Name", &name)
      members.optional("Option", &option)
      members.optional("Status", &status)
      members.optional("Options", &options)
    }
  }

  /// The status of a tracking category
  public typealias TrackingCategoryStatus = AccountStatus

  /// TrackingOption.
  public struct TrackingOption: ObjectModel {
    /// The Xero identifier for a tracking option e.g. ae777a87-5ef3-4fa0-a4f0-d10e1f13073a
    public var trackingOptionID: String?
    /// The name of the tracking option e.g. Marketing, East (max length = 100)
    public var name: String?
    /// The status of a tracking option
    public var status: TrackingOptionStatus?
    /// Filter by a tracking category e.g. 297c2dc5-cc47-4afd-8ec8-74990b8761e9
    public var trackingCategoryID: String?

    public init(
      trackingOptionID: String? = nil, name: String? = nil, status: TrackingOptionStatus? = nil,
      trackingCategoryID: String? = nil
    ) {
      self.trackingOptionID = trackingOptionID
      self.name = name
      self.status = status
      self.trackingCategoryID = trackingCategoryID
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("TrackingOptionID", &trackingOptionID)
      members.optional("Name", &name)
      members.optional("Status", &status)
      members.optional("TrackingCategoryID", &trackingCategoryID)
    }
  }

  /// The status of a tracking option
  public typealias TrackingOptionStatus = AccountStatus

  /// TrackingOptions.
  public struct TrackingOptions: ObjectModel {
    public var options: [TrackingOption]?

    public init(options: [TrackingOption]? = nil) {
      self.options = options
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Options", &options)
    }
  }

  /// TrackingReference.
  public struct TrackingReference: ObjectModel {
    /// The Xero identifier for a tracking category
    public var trackingCategoryID: String
    /// The Xero identifier for a tracking category option
    public var trackingOptionID: String
    /// The name of the tracking category
    ///
    /// Only the server sets it.
    public var name: String?
    /// See Tracking Options
    ///
    /// Only the server sets it.
    public var option: String?

    public init(trackingCategoryID: String, trackingOptionID: String, name: String? = nil, option: String? = nil) {
      self.trackingCategoryID = trackingCategoryID
      self.trackingOptionID = trackingOptionID
      self.name = name
      self.option = option
    }

    public init(_ unread: Unread) {
      trackingCategoryID = ""
      trackingOptionID = ""
    }

    public mutating func list(_ members: Members) {
      members.required("TrackingCategoryID", &trackingCategoryID)
      members.required("TrackingOptionID", &trackingOptionID)
      members.optional("Name", &name)
      members.optional("Option", &option)
    }
  }

  /// User.
  public struct User: ObjectModel {
    /// Xero identifier
    public var userID: String?
    /// Email address of user
    public var emailAddress: String?
    /// First name of user
    public var firstName: String?
    /// Last name of user
    public var lastName: String?
    /// Timestamp of last change to user
    ///
    /// Only the server sets it.
    public var updatedDateUtc: Date?
    /// Boolean to indicate if user is the subscriber
    public var isSubscriber: Bool?
    /// User role that defines permissions in Xero and via API (READONLY, INVOICEONLY, STANDARD, FINANCIALADVISER, etc)
    public var organisationRole: UserOrganisationRole?

    public init(
      userID: String? = nil, emailAddress: String? = nil, firstName: String? = nil, lastName: String? = nil,
      updatedDateUtc: Date? = nil, isSubscriber: Bool? = nil, organisationRole: UserOrganisationRole? = nil
    ) {
      self.userID = userID
      self.emailAddress = emailAddress
      self.firstName = firstName
      self.lastName = lastName
      self.updatedDateUtc = updatedDateUtc
      self.isSubscriber = isSubscriber
      self.organisationRole = organisationRole
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("UserID", &userID)
      members.optional("EmailAddress", &emailAddress)
      members.optional("FirstName", &firstName)
      members.optional("LastName", &lastName)
      members.optional("UpdatedDateUTC", &updatedDateUtc, .microsoftDate)
      members.optional("IsSubscriber", &isSubscriber)
      members.optional("OrganisationRole", &organisationRole)
    }
  }

  /// User role that defines permissions in Xero and via API (READONLY, INVOICEONLY, STANDARD, FINANCIALADVISER, etc)
  public struct UserOrganisationRole: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var readonly: Self { Self(rawValue: "READONLY") }
    public static var invoiceonly: Self { Self(rawValue: "INVOICEONLY") }
    public static var standard: Self { Self(rawValue: "STANDARD") }
    public static var financialadviser: Self { Self(rawValue: "FINANCIALADVISER") }
    public static var managedclient: Self { Self(rawValue: "MANAGEDCLIENT") }
    public static var cashbookclient: Self { Self(rawValue: "CASHBOOKCLIENT") }
    public static var unknown: Self { Self(rawValue: "UNKNOWN") }
    public static var removed: Self { Self(rawValue: "REMOVED") }

    public static var knownValues: [Self] {
      [.readonly, .invoiceonly, .standard, .financialadviser, .managedclient, .cashbookclient, .unknown, .removed]
    }
  }

  /// Users.
  public struct Users: ObjectModel {
    public var users: [User]?

    public init(users: [User]? = nil) {
      self.users = users
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Users", &users)
    }
  }

  /// ValidationError.
  public struct ValidationError: ObjectModel {
    /// Validation error message
    public var message: String?

    public init(message: String? = nil) {
      self.message = message
    }

    public init(_ unread: Unread) {}

    public mutating func list(_ members: Members) {
      members.optional("Message", &message)
    }
  }
}
