// Written by `refinery import` from Xero Accounting API 16.1.0. Do not edit it: import again.

public import FoundationEssentials
public import RefineryCore

extension Xero {
  /// Accounting.
  public enum Accounting: EndpointGroup {
    public static let customEndpoints: [Endpoint] = [
      getAccountsRow, createAccountRow, getAccountRow, updateAccountRow, deleteAccountRow, getAccountAttachmentsRow,
      getAccountAttachmentByIDRow, getAccountAttachmentByFileNameRow, updateAccountAttachmentByFileNameRow,
      createAccountAttachmentByFileNameRow, getBatchPaymentsRow, createBatchPaymentRow, deleteBatchPaymentRow,
      getBatchPaymentRow, deleteBatchPaymentByURLParamRow, getBatchPaymentHistoryRow, createBatchPaymentHistoryRecordRow,
      getBankTransactionsRow, createBankTransactionsRow, updateOrCreateBankTransactionsRow, getBankTransactionRow,
      updateBankTransactionRow, getBankTransactionAttachmentsRow, getBankTransactionAttachmentByIDRow,
      getBankTransactionAttachmentByFileNameRow, updateBankTransactionAttachmentByFileNameRow,
      createBankTransactionAttachmentByFileNameRow, getBankTransactionsHistoryRow, createBankTransactionHistoryRecordRow,
      getBankTransfersRow, createBankTransferRow, deleteBankTransfersRow, getBankTransferRow, deleteBankTransferRow,
      getBankTransferAttachmentsRow, getBankTransferAttachmentByIDRow, getBankTransferAttachmentByFileNameRow,
      updateBankTransferAttachmentByFileNameRow, createBankTransferAttachmentByFileNameRow, getBankTransferHistoryRow,
      createBankTransferHistoryRecordRow, getBrandingThemesRow, getBrandingThemeRow, getBrandingThemePaymentServicesRow,
      createBrandingThemePaymentServicesRow, getBudgetsRow, getBudgetRow, getContactsRow, createContactsRow,
      updateOrCreateContactsRow, getContactByContactNumberRow, getContactRow, updateContactRow, getContactAttachmentsRow,
      getContactAttachmentByIDRow, getContactAttachmentByFileNameRow, updateContactAttachmentByFileNameRow,
      createContactAttachmentByFileNameRow, getContactCisSettingsRow, getContactHistoryRow, createContactHistoryRow,
      getContactGroupsRow, createContactGroupRow, getContactGroupRow, updateContactGroupRow, createContactGroupContactsRow,
      deleteContactGroupContactsRow, deleteContactGroupContactRow, getCreditNotesRow, createCreditNotesRow,
      updateOrCreateCreditNotesRow, getCreditNoteRow, updateCreditNoteRow, getCreditNoteAttachmentsRow,
      getCreditNoteAttachmentByIDRow, getCreditNoteAttachmentByFileNameRow, updateCreditNoteAttachmentByFileNameRow,
      createCreditNoteAttachmentByFileNameRow, getCreditNoteAsPDFRow, createCreditNoteAllocationRow,
      deleteCreditNoteAllocationsRow, getCreditNoteHistoryRow, createCreditNoteHistoryRow, getCurrenciesRow,
      createCurrencyRow, getExpenseClaimsRow, createExpenseClaimsRow, getExpenseClaimRow, updateExpenseClaimRow,
      getExpenseClaimHistoryRow, createExpenseClaimHistoryRow, getInvoicesRow, createInvoicesRow, updateOrCreateInvoicesRow,
      getInvoiceRow, updateInvoiceRow, getInvoiceAsPDFRow, getInvoiceAttachmentsRow, getInvoiceAttachmentByIDRow,
      getInvoiceAttachmentByFileNameRow, updateInvoiceAttachmentByFileNameRow, createInvoiceAttachmentByFileNameRow,
      getOnlineInvoiceRow, emailInvoiceRow, getInvoiceHistoryRow, createInvoiceHistoryRow, getInvoiceRemindersRow,
      getItemsRow, createItemsRow, updateOrCreateItemsRow, getItemRow, updateItemRow, deleteItemRow, getItemHistoryRow,
      createItemHistoryRow, getJournalsRow, getJournalRow, getJournalByNumberRow, getLinkedTransactionsRow,
      createLinkedTransactionRow, getLinkedTransactionRow, updateLinkedTransactionRow, deleteLinkedTransactionRow,
      getManualJournalsRow, createManualJournalsRow, updateOrCreateManualJournalsRow, getManualJournalRow,
      updateManualJournalRow, getManualJournalAttachmentsRow, getManualJournalAttachmentByIDRow,
      getManualJournalAttachmentByFileNameRow, updateManualJournalAttachmentByFileNameRow,
      createManualJournalAttachmentByFileNameRow, getManualJournalsHistoryRow, createManualJournalHistoryRecordRow,
      getOrganisationsRow, getOrganisationActionsRow, getOrganisationCisSettingsRow, getOverpaymentsRow, getOverpaymentRow,
      createOverpaymentAllocationsRow, deleteOverpaymentAllocationsRow, getOverpaymentHistoryRow, createOverpaymentHistoryRow,
      getPaymentsRow, createPaymentsRow, createPaymentRow, getPaymentRow, deletePaymentRow, getPaymentHistoryRow,
      createPaymentHistoryRow, getPaymentServicesRow, createPaymentServiceRow, getPrepaymentsRow, getPrepaymentRow,
      createPrepaymentAllocationsRow, deletePrepaymentAllocationsRow, getPrepaymentHistoryRow, createPrepaymentHistoryRow,
      getPurchaseOrdersRow, createPurchaseOrdersRow, updateOrCreatePurchaseOrdersRow, getPurchaseOrderAsPDFRow,
      getPurchaseOrderRow, updatePurchaseOrderRow, getPurchaseOrderByNumberRow, getPurchaseOrderHistoryRow,
      createPurchaseOrderHistoryRow, getPurchaseOrderAttachmentsRow, getPurchaseOrderAttachmentByIDRow,
      getPurchaseOrderAttachmentByFileNameRow, updatePurchaseOrderAttachmentByFileNameRow,
      createPurchaseOrderAttachmentByFileNameRow, getQuotesRow, createQuotesRow, updateOrCreateQuotesRow, getQuoteRow,
      updateQuoteRow, getQuoteHistoryRow, createQuoteHistoryRow, getQuoteAsPDFRow, getQuoteAttachmentsRow,
      getQuoteAttachmentByIDRow, getQuoteAttachmentByFileNameRow, updateQuoteAttachmentByFileNameRow,
      createQuoteAttachmentByFileNameRow, getReceiptsRow, createReceiptRow, getReceiptRow, updateReceiptRow,
      getReceiptAttachmentsRow, getReceiptAttachmentByIDRow, getReceiptAttachmentByFileNameRow,
      updateReceiptAttachmentByFileNameRow, createReceiptAttachmentByFileNameRow, getReceiptHistoryRow,
      createReceiptHistoryRow, getRepeatingInvoicesRow, createRepeatingInvoicesRow, updateOrCreateRepeatingInvoicesRow,
      getRepeatingInvoiceRow, updateRepeatingInvoiceRow, getRepeatingInvoiceAttachmentsRow,
      getRepeatingInvoiceAttachmentByIDRow, getRepeatingInvoiceAttachmentByFileNameRow,
      updateRepeatingInvoiceAttachmentByFileNameRow, createRepeatingInvoiceAttachmentByFileNameRow,
      getRepeatingInvoiceHistoryRow, createRepeatingInvoiceHistoryRow, getReportTenNinetyNineRow,
      getReportAgedPayablesByContactRow, getReportAgedReceivablesByContactRow, getReportBalanceSheetRow,
      getReportBankSummaryRow, getReportFromIDRow, getReportBudgetSummaryRow, getReportExecutiveSummaryRow, getReportsListRow,
      getReportProfitAndLossRow, getReportTrialBalanceRow, postSetupRow, getTaxRatesRow, createTaxRatesRow, updateTaxRateRow,
      getTaxRateByTaxTypeRow, getTrackingCategoriesRow, createTrackingCategoryRow, getTrackingCategoryRow,
      updateTrackingCategoryRow, deleteTrackingCategoryRow, createTrackingOptionsRow, updateTrackingOptionsRow,
      deleteTrackingOptionsRow, getUsersRow, getUserRow,
    ]

    static let getAccountsRow = endpoint(
      "getAccounts", .get, "Accounts{?where,order}", output: Accounts.self, summary: "Retrieves the full chart of accounts"
    )
    /// Retrieves the full chart of accounts
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - ifModifiedSince: Only records created or modified since this timestamp will be returned
    ///   - where: Filter by an any element
    ///   - order: Order by an any element
    public static func getAccounts(
      xeroTenantID: String, ifModifiedSince: Date? = nil, `where`: String? = nil, order: String? = nil
    ) -> Call<Accounts> {
      Call<Accounts>(getAccountsRow, ["where": PathValue(id: `where`), "order": PathValue(id: order)])
        .header("xero-tenant-id", xeroTenantID)
        .header("If-Modified-Since", ifPresent: ifModifiedSince?.ISO8601Format())
    }

    static let createAccountRow = endpoint(
      "createAccount", .put, "Accounts",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Account.self, output: Accounts.self, summary: "Creates a new chart of accounts"
    )
    /// Creates a new chart of accounts
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Account object in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createAccount(xeroTenantID: String, body: Account, idempotencyKey: String? = nil) -> Call<Accounts> {
      Call<Accounts>(createAccountRow)
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getAccountRow = endpoint(
      "getAccount", .get, "Accounts/{accountID}", output: Accounts.self,
      summary: "Retrieves a single chart of accounts by using a unique account Id"
    )
    /// Retrieves a single chart of accounts by using a unique account Id
    ///
    /// - Parameters:
    ///   - accountID: Unique identifier for Account object
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getAccount(accountID: String, xeroTenantID: String) -> Call<Accounts> {
      Call<Accounts>(getAccountRow, ["accountID": PathValue(id: accountID)]).header("xero-tenant-id", xeroTenantID)
    }

    static let updateAccountRow = endpoint(
      "updateAccount", .post, "Accounts/{accountID}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Accounts.self, output: Accounts.self, summary: "Updates a chart of accounts"
    )
    /// Updates a chart of accounts
    ///
    /// - Parameters:
    ///   - accountID: Unique identifier for Account object
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Request of type Accounts array with one Account
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateAccount(
      accountID: String, xeroTenantID: String, body: Accounts, idempotencyKey: String? = nil
    ) -> Call<Accounts> {
      Call<Accounts>(updateAccountRow, ["accountID": PathValue(id: accountID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let deleteAccountRow = endpoint(
      "deleteAccount", .delete, "Accounts/{accountID}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      output: Accounts.self, summary: "Deletes a chart of accounts"
    )
    /// Deletes a chart of accounts
    ///
    /// - Parameters:
    ///   - accountID: Unique identifier for Account object
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func deleteAccount(accountID: String, xeroTenantID: String) -> Call<Accounts> {
      Call<Accounts>(deleteAccountRow, ["accountID": PathValue(id: accountID)]).header("xero-tenant-id", xeroTenantID)
    }

    static let getAccountAttachmentsRow = endpoint(
      "getAccountAttachments", .get, "Accounts/{accountID}/Attachments", output: Attachments.self,
      summary: "Retrieves attachments for a specific accounts by using a unique account Id"
    )
    /// Retrieves attachments for a specific accounts by using a unique account Id
    ///
    /// - Parameters:
    ///   - accountID: Unique identifier for Account object
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getAccountAttachments(accountID: String, xeroTenantID: String) -> Call<Attachments> {
      Call<Attachments>(getAccountAttachmentsRow, ["accountID": PathValue(id: accountID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let getAccountAttachmentByIDRow = endpoint(
      "getAccountAttachmentByID", .get, "Accounts/{accountID}/Attachments/{attachmentID}",
      Options {
        $0.headers["Accept"] = "application/octet-stream"
      },
      output: Data.self, summary: "Retrieves a specific attachment from a specific account using a unique attachment Id"
    )
    /// Retrieves a specific attachment from a specific account using a unique attachment Id
    ///
    /// - Parameters:
    ///   - accountID: Unique identifier for Account object
    ///   - attachmentID: Unique identifier for Attachment object
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - contentType: The mime type of the attachment file you are retrieving i.e image/jpg, application/pdf
    public static func getAccountAttachmentByID(
      accountID: String, attachmentID: String, xeroTenantID: String, contentType: String
    ) -> Call<Data> {
      Call<Data>(
        getAccountAttachmentByIDRow, ["accountID": PathValue(id: accountID), "attachmentID": PathValue(id: attachmentID)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("contentType", contentType)
    }

    static let getAccountAttachmentByFileNameRow = endpoint(
      "getAccountAttachmentByFileName", .get, "Accounts/{accountID}/Attachments/{fileName}",
      Options {
        $0.headers["Accept"] = "application/octet-stream"
      },
      output: Data.self, summary: "Retrieves an attachment for a specific account by filename"
    )
    /// Retrieves an attachment for a specific account by filename
    ///
    /// - Parameters:
    ///   - accountID: Unique identifier for Account object
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - contentType: The mime type of the attachment file you are retrieving i.e image/jpg, application/pdf
    public static func getAccountAttachmentByFileName(
      accountID: String, fileName: String, xeroTenantID: String, contentType: String
    ) -> Call<Data> {
      Call<Data>(
        getAccountAttachmentByFileNameRow, ["accountID": PathValue(id: accountID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("contentType", contentType)
    }

    static let updateAccountAttachmentByFileNameRow = endpoint(
      "updateAccountAttachmentByFileName", .post, "Accounts/{accountID}/Attachments/{fileName}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Body.self, output: Attachments.self, summary: "Updates attachment on a specific account by filename"
    )
    /// Updates attachment on a specific account by filename
    ///
    /// - Parameters:
    ///   - accountID: Unique identifier for Account object
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Byte array of file in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateAccountAttachmentByFileName(
      accountID: String, fileName: String, xeroTenantID: String, body: Body, idempotencyKey: String? = nil
    ) -> Call<Attachments> {
      Call<Attachments>(
        updateAccountAttachmentByFileNameRow, ["accountID": PathValue(id: accountID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body, contentType: "application/octet-stream")
    }

    static let createAccountAttachmentByFileNameRow = endpoint(
      "createAccountAttachmentByFileName", .put, "Accounts/{accountID}/Attachments/{fileName}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Body.self, output: Attachments.self, summary: "Creates an attachment on a specific account"
    )
    /// Creates an attachment on a specific account
    ///
    /// - Parameters:
    ///   - accountID: Unique identifier for Account object
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Byte array of file in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createAccountAttachmentByFileName(
      accountID: String, fileName: String, xeroTenantID: String, body: Body, idempotencyKey: String? = nil
    ) -> Call<Attachments> {
      Call<Attachments>(
        createAccountAttachmentByFileNameRow, ["accountID": PathValue(id: accountID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body, contentType: "application/octet-stream")
    }

    static let getBatchPaymentsRow = endpoint(
      "getBatchPayments", .get, "BatchPayments{?where,order}", output: BatchPayments.self,
      summary: "Retrieves either one or many batch payments for invoices"
    )
    /// Retrieves either one or many batch payments for invoices
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - ifModifiedSince: Only records created or modified since this timestamp will be returned
    ///   - where: Filter by an any element
    ///   - order: Order by an any element
    public static func getBatchPayments(
      xeroTenantID: String, ifModifiedSince: Date? = nil, `where`: String? = nil, order: String? = nil
    ) -> Call<BatchPayments> {
      Call<BatchPayments>(getBatchPaymentsRow, ["where": PathValue(id: `where`), "order": PathValue(id: order)])
        .header("xero-tenant-id", xeroTenantID)
        .header("If-Modified-Since", ifPresent: ifModifiedSince?.ISO8601Format())
    }

    static let createBatchPaymentRow = endpoint(
      "createBatchPayment", .put, "BatchPayments{?summarizeErrors}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: BatchPayments.self, output: BatchPayments.self, summary: "Creates one or many batch payments for invoices"
    )
    /// Creates one or many batch payments for invoices
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: BatchPayments with an array of Payments in body of request
    ///   - summarizeErrors: If false return 200 OK and mix of successfully created objects and any with validation errors
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createBatchPayment(
      xeroTenantID: String, body: BatchPayments, summarizeErrors: Bool? = nil, idempotencyKey: String? = nil
    ) -> Call<BatchPayments> {
      Call<BatchPayments>(createBatchPaymentRow, ["summarizeErrors": PathValue(id: summarizeErrors)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let deleteBatchPaymentRow = endpoint(
      "deleteBatchPayment", .post, "BatchPayments",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: BatchPaymentDelete.self, output: BatchPayments.self,
      summary: "Updates a specific batch payment for invoices and credit notes"
    )
    /// Updates a specific batch payment for invoices and credit notes
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func deleteBatchPayment(
      xeroTenantID: String, body: BatchPaymentDelete, idempotencyKey: String? = nil
    ) -> Call<BatchPayments> {
      Call<BatchPayments>(deleteBatchPaymentRow)
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getBatchPaymentRow = endpoint(
      "getBatchPayment", .get, "BatchPayments/{batchPaymentID}", output: BatchPayments.self,
      summary: "Retrieves a specific batch payment using a unique batch payment Id"
    )
    /// Retrieves a specific batch payment using a unique batch payment Id
    ///
    /// - Parameters:
    ///   - batchPaymentID: Unique identifier for BatchPayment
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getBatchPayment(batchPaymentID: String, xeroTenantID: String) -> Call<BatchPayments> {
      Call<BatchPayments>(getBatchPaymentRow, ["batchPaymentID": PathValue(id: batchPaymentID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let deleteBatchPaymentByURLParamRow = endpoint(
      "deleteBatchPaymentByURLParam", .post, "BatchPayments/{batchPaymentID}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: BatchPaymentDeleteByURLParam.self, output: BatchPayments.self,
      summary: "Updates a specific batch payment for invoices and credit notes"
    )
    /// Updates a specific batch payment for invoices and credit notes
    ///
    /// - Parameters:
    ///   - batchPaymentID: Unique identifier for BatchPayment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func deleteBatchPaymentByURLParam(
      batchPaymentID: String, xeroTenantID: String, body: BatchPaymentDeleteByURLParam, idempotencyKey: String? = nil
    ) -> Call<BatchPayments> {
      Call<BatchPayments>(deleteBatchPaymentByURLParamRow, ["batchPaymentID": PathValue(id: batchPaymentID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getBatchPaymentHistoryRow = endpoint(
      "getBatchPaymentHistory", .get, "BatchPayments/{batchPaymentID}/History", output: HistoryRecords.self,
      summary: "Retrieves history from a specific batch payment"
    )
    /// Retrieves history from a specific batch payment
    ///
    /// - Parameters:
    ///   - batchPaymentID: Unique identifier for BatchPayment
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getBatchPaymentHistory(batchPaymentID: String, xeroTenantID: String) -> Call<HistoryRecords> {
      Call<HistoryRecords>(getBatchPaymentHistoryRow, ["batchPaymentID": PathValue(id: batchPaymentID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let createBatchPaymentHistoryRecordRow = endpoint(
      "createBatchPaymentHistoryRecord", .put, "BatchPayments/{batchPaymentID}/History",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: HistoryRecords.self, output: HistoryRecords.self,
      summary: "Creates a history record for a specific batch payment"
    )
    /// Creates a history record for a specific batch payment
    ///
    /// - Parameters:
    ///   - batchPaymentID: Unique identifier for BatchPayment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: HistoryRecords containing an array of HistoryRecord objects in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createBatchPaymentHistoryRecord(
      batchPaymentID: String, xeroTenantID: String, body: HistoryRecords, idempotencyKey: String? = nil
    ) -> Call<HistoryRecords> {
      Call<HistoryRecords>(createBatchPaymentHistoryRecordRow, ["batchPaymentID": PathValue(id: batchPaymentID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getBankTransactionsRow = endpoint(
      "getBankTransactions", .get, "BankTransactions{?where,order,page,unitdp,pageSize}", output: BankTransactions.self,
      summary: "Retrieves any spent or received money transactions"
    )
    /// Retrieves any spent or received money transactions
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - ifModifiedSince: Only records created or modified since this timestamp will be returned
    ///   - where: Filter by an any element
    ///   - order: Order by an any element
    ///   - page: Up to 100 bank transactions will be returned in a single API call with line items details
    ///   - unitdp: e.g. unitdp=4 – (Unit Decimal Places) You can opt in to use four decimal places for unit amounts
    ///   - pageSize: Number of records to retrieve per page
    public static func getBankTransactions(
      xeroTenantID: String, ifModifiedSince: Date? = nil, `where`: String? = nil, order: String? = nil, page: Int? = nil,
      unitdp: Int? = nil, pageSize: Int? = nil
    ) -> Call<BankTransactions> {
      Call<BankTransactions>(
        getBankTransactionsRow,
        [
          "where": PathValue(id: `where`), "order": PathValue(id: order), "page": PathValue(id: page),
          "unitdp": PathValue(id: unitdp), "pageSize": PathValue(id: pageSize),
        ]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("If-Modified-Since", ifPresent: ifModifiedSince?.ISO8601Format())
    }

    static let createBankTransactionsRow = endpoint(
      "createBankTransactions", .put, "BankTransactions{?summarizeErrors,unitdp}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: BankTransactions.self, output: BankTransactions.self,
      summary: "Creates one or more spent or received money transaction"
    )
    /// Creates one or more spent or received money transaction
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: BankTransactions with an array of BankTransaction objects in body of request
    ///   - summarizeErrors: If false return 200 OK and mix of successfully created objects and any with validation errors
    ///   - unitdp: e.g. unitdp=4 – (Unit Decimal Places) You can opt in to use four decimal places for unit amounts
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createBankTransactions(
      xeroTenantID: String, body: BankTransactions, summarizeErrors: Bool? = nil, unitdp: Int? = nil,
      idempotencyKey: String? = nil
    ) -> Call<BankTransactions> {
      Call<BankTransactions>(
        createBankTransactionsRow, ["summarizeErrors": PathValue(id: summarizeErrors), "unitdp": PathValue(id: unitdp)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body)
    }

    static let updateOrCreateBankTransactionsRow = endpoint(
      "updateOrCreateBankTransactions", .post, "BankTransactions{?summarizeErrors,unitdp}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: BankTransactions.self, output: BankTransactions.self,
      summary: "Updates or creates one or more spent or received money transaction"
    )
    /// Updates or creates one or more spent or received money transaction
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - summarizeErrors: If false return 200 OK and mix of successfully created objects and any with validation errors
    ///   - unitdp: e.g. unitdp=4 – (Unit Decimal Places) You can opt in to use four decimal places for unit amounts
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateOrCreateBankTransactions(
      xeroTenantID: String, body: BankTransactions, summarizeErrors: Bool? = nil, unitdp: Int? = nil,
      idempotencyKey: String? = nil
    ) -> Call<BankTransactions> {
      Call<BankTransactions>(
        updateOrCreateBankTransactionsRow,
        ["summarizeErrors": PathValue(id: summarizeErrors), "unitdp": PathValue(id: unitdp)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body)
    }

    static let getBankTransactionRow = endpoint(
      "getBankTransaction", .get, "BankTransactions/{bankTransactionID}{?unitdp}", output: BankTransactions.self,
      summary: "Retrieves a single spent or received money transaction by using a unique bank transaction…"
    )
    /// Retrieves a single spent or received money transaction by using a unique bank transaction Id
    ///
    /// - Parameters:
    ///   - bankTransactionID: Xero generated unique identifier for a bank transaction
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - unitdp: e.g. unitdp=4 – (Unit Decimal Places) You can opt in to use four decimal places for unit amounts
    public static func getBankTransaction(
      bankTransactionID: String, xeroTenantID: String, unitdp: Int? = nil
    ) -> Call<BankTransactions> {
      Call<BankTransactions>(
        getBankTransactionRow, ["bankTransactionID": PathValue(id: bankTransactionID), "unitdp": PathValue(id: unitdp)]
      )
      .header("xero-tenant-id", xeroTenantID)
    }

    static let updateBankTransactionRow = endpoint(
      "updateBankTransaction", .post, "BankTransactions/{bankTransactionID}{?unitdp}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: BankTransactions.self, output: BankTransactions.self,
      summary: "Updates a single spent or received money transaction"
    )
    /// Updates a single spent or received money transaction
    ///
    /// - Parameters:
    ///   - bankTransactionID: Xero generated unique identifier for a bank transaction
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - unitdp: e.g. unitdp=4 – (Unit Decimal Places) You can opt in to use four decimal places for unit amounts
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateBankTransaction(
      bankTransactionID: String, xeroTenantID: String, body: BankTransactions, unitdp: Int? = nil,
      idempotencyKey: String? = nil
    ) -> Call<BankTransactions> {
      Call<BankTransactions>(
        updateBankTransactionRow, ["bankTransactionID": PathValue(id: bankTransactionID), "unitdp": PathValue(id: unitdp)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body)
    }

    static let getBankTransactionAttachmentsRow = endpoint(
      "getBankTransactionAttachments", .get, "BankTransactions/{bankTransactionID}/Attachments", output: Attachments.self,
      summary: "Retrieves any attachments from a specific bank transactions"
    )
    /// Retrieves any attachments from a specific bank transactions
    ///
    /// - Parameters:
    ///   - bankTransactionID: Xero generated unique identifier for a bank transaction
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getBankTransactionAttachments(bankTransactionID: String, xeroTenantID: String) -> Call<Attachments> {
      Call<Attachments>(getBankTransactionAttachmentsRow, ["bankTransactionID": PathValue(id: bankTransactionID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let getBankTransactionAttachmentByIDRow = endpoint(
      "getBankTransactionAttachmentByID", .get, "BankTransactions/{bankTransactionID}/Attachments/{attachmentID}",
      Options {
        $0.headers["Accept"] = "application/octet-stream"
      },
      output: Data.self, summary: "Retrieves specific attachments from a specific BankTransaction using a unique attachment …"
    )
    /// Retrieves specific attachments from a specific BankTransaction using a unique attachment Id
    ///
    /// - Parameters:
    ///   - bankTransactionID: Xero generated unique identifier for a bank transaction
    ///   - attachmentID: Unique identifier for Attachment object
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - contentType: The mime type of the attachment file you are retrieving i.e image/jpg, application/pdf
    public static func getBankTransactionAttachmentByID(
      bankTransactionID: String, attachmentID: String, xeroTenantID: String, contentType: String
    ) -> Call<Data> {
      Call<Data>(
        getBankTransactionAttachmentByIDRow,
        ["bankTransactionID": PathValue(id: bankTransactionID), "attachmentID": PathValue(id: attachmentID)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("contentType", contentType)
    }

    static let getBankTransactionAttachmentByFileNameRow = endpoint(
      "getBankTransactionAttachmentByFileName", .get, "BankTransactions/{bankTransactionID}/Attachments/{fileName}",
      Options {
        $0.headers["Accept"] = "application/octet-stream"
      },
      output: Data.self, summary: "Retrieves a specific attachment from a specific bank transaction by filename"
    )
    /// Retrieves a specific attachment from a specific bank transaction by filename
    ///
    /// - Parameters:
    ///   - bankTransactionID: Xero generated unique identifier for a bank transaction
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - contentType: The mime type of the attachment file you are retrieving i.e image/jpg, application/pdf
    public static func getBankTransactionAttachmentByFileName(
      bankTransactionID: String, fileName: String, xeroTenantID: String, contentType: String
    ) -> Call<Data> {
      Call<Data>(
        getBankTransactionAttachmentByFileNameRow,
        ["bankTransactionID": PathValue(id: bankTransactionID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("contentType", contentType)
    }

    static let updateBankTransactionAttachmentByFileNameRow = endpoint(
      "updateBankTransactionAttachmentByFileName", .post, "BankTransactions/{bankTransactionID}/Attachments/{fileName}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Body.self, output: Attachments.self,
      summary: "Updates a specific attachment from a specific bank transaction by filename"
    )
    /// Updates a specific attachment from a specific bank transaction by filename
    ///
    /// - Parameters:
    ///   - bankTransactionID: Xero generated unique identifier for a bank transaction
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Byte array of file in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateBankTransactionAttachmentByFileName(
      bankTransactionID: String, fileName: String, xeroTenantID: String, body: Body, idempotencyKey: String? = nil
    ) -> Call<Attachments> {
      Call<Attachments>(
        updateBankTransactionAttachmentByFileNameRow,
        ["bankTransactionID": PathValue(id: bankTransactionID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body, contentType: "application/octet-stream")
    }

    static let createBankTransactionAttachmentByFileNameRow = endpoint(
      "createBankTransactionAttachmentByFileName", .put, "BankTransactions/{bankTransactionID}/Attachments/{fileName}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Body.self, output: Attachments.self, summary: "Creates an attachment for a specific bank transaction by filename"
    )
    /// Creates an attachment for a specific bank transaction by filename
    ///
    /// - Parameters:
    ///   - bankTransactionID: Xero generated unique identifier for a bank transaction
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Byte array of file in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createBankTransactionAttachmentByFileName(
      bankTransactionID: String, fileName: String, xeroTenantID: String, body: Body, idempotencyKey: String? = nil
    ) -> Call<Attachments> {
      Call<Attachments>(
        createBankTransactionAttachmentByFileNameRow,
        ["bankTransactionID": PathValue(id: bankTransactionID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body, contentType: "application/octet-stream")
    }

    static let getBankTransactionsHistoryRow = endpoint(
      "getBankTransactionsHistory", .get, "BankTransactions/{bankTransactionID}/History", output: HistoryRecords.self,
      summary: "Retrieves history from a specific bank transaction using a unique bank transaction Id"
    )
    /// Retrieves history from a specific bank transaction using a unique bank transaction Id
    ///
    /// - Parameters:
    ///   - bankTransactionID: Xero generated unique identifier for a bank transaction
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getBankTransactionsHistory(bankTransactionID: String, xeroTenantID: String) -> Call<HistoryRecords> {
      Call<HistoryRecords>(getBankTransactionsHistoryRow, ["bankTransactionID": PathValue(id: bankTransactionID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let createBankTransactionHistoryRecordRow = endpoint(
      "createBankTransactionHistoryRecord", .put, "BankTransactions/{bankTransactionID}/History",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: HistoryRecords.self, output: HistoryRecords.self,
      summary: "Creates a history record for a specific bank transactions"
    )
    /// Creates a history record for a specific bank transactions
    ///
    /// - Parameters:
    ///   - bankTransactionID: Xero generated unique identifier for a bank transaction
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: HistoryRecords containing an array of HistoryRecord objects in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createBankTransactionHistoryRecord(
      bankTransactionID: String, xeroTenantID: String, body: HistoryRecords, idempotencyKey: String? = nil
    ) -> Call<HistoryRecords> {
      Call<HistoryRecords>(createBankTransactionHistoryRecordRow, ["bankTransactionID": PathValue(id: bankTransactionID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getBankTransfersRow = endpoint(
      "getBankTransfers", .get, "BankTransfers{?where,order,includeDeleted}", output: BankTransfers.self,
      summary: "Retrieves all bank transfers"
    )
    /// Retrieves all bank transfers
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - ifModifiedSince: Only records created or modified since this timestamp will be returned
    ///   - where: Filter by an any element
    ///   - order: Order by an any element
    ///   - includeDeleted: e.g. includeDeleted=true - Bank transfers with a status of DELETED will be included in the response
    public static func getBankTransfers(
      xeroTenantID: String, ifModifiedSince: Date? = nil, `where`: String? = nil, order: String? = nil,
      includeDeleted: Bool? = nil
    ) -> Call<BankTransfers> {
      Call<BankTransfers>(
        getBankTransfersRow,
        ["where": PathValue(id: `where`), "order": PathValue(id: order), "includeDeleted": PathValue(id: includeDeleted)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("If-Modified-Since", ifPresent: ifModifiedSince?.ISO8601Format())
    }

    static let createBankTransferRow = endpoint(
      "createBankTransfer", .put, "BankTransfers",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: BankTransfers.self, output: BankTransfers.self, summary: "Creates a bank transfer"
    )
    /// Creates a bank transfer
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: BankTransfers with array of BankTransfer objects in request body
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createBankTransfer(
      xeroTenantID: String, body: BankTransfers, idempotencyKey: String? = nil
    ) -> Call<BankTransfers> {
      Call<BankTransfers>(createBankTransferRow)
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let deleteBankTransfersRow = endpoint(
      "deleteBankTransfers", .post, "BankTransfers{?summarizeErrors}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: BankTransfersDelete.self, output: BankTransfers.self, summary: "Deletes one or more bank transfers"
    )
    /// Deletes one or more bank transfers
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: BankTransfers with array of BankTransfer objects in request body
    ///   - summarizeErrors: If false return 200 OK and mix of successfully created objects and any with validation errors
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func deleteBankTransfers(
      xeroTenantID: String, body: BankTransfersDelete, summarizeErrors: Bool? = nil, idempotencyKey: String? = nil
    ) -> Call<BankTransfers> {
      Call<BankTransfers>(deleteBankTransfersRow, ["summarizeErrors": PathValue(id: summarizeErrors)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getBankTransferRow = endpoint(
      "getBankTransfer", .get, "BankTransfers/{bankTransferID}", output: BankTransfers.self,
      summary: "Retrieves specific bank transfers by using a unique bank transfer Id"
    )
    /// Retrieves specific bank transfers by using a unique bank transfer Id
    ///
    /// - Parameters:
    ///   - bankTransferID: Xero generated unique identifier for a bank transfer
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getBankTransfer(bankTransferID: String, xeroTenantID: String) -> Call<BankTransfers> {
      Call<BankTransfers>(getBankTransferRow, ["bankTransferID": PathValue(id: bankTransferID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let deleteBankTransferRow = endpoint(
      "deleteBankTransfer", .post, "BankTransfers/{bankTransferID}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: BankTransferDeleteByURLParam.self, output: BankTransfers.self, summary: "Deletes a specific bank transfer"
    )
    /// Deletes a specific bank transfer
    ///
    /// - Parameters:
    ///   - bankTransferID: Xero generated unique identifier for a bank transfer
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func deleteBankTransfer(
      bankTransferID: String, xeroTenantID: String, body: BankTransferDeleteByURLParam, idempotencyKey: String? = nil
    ) -> Call<BankTransfers> {
      Call<BankTransfers>(deleteBankTransferRow, ["bankTransferID": PathValue(id: bankTransferID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getBankTransferAttachmentsRow = endpoint(
      "getBankTransferAttachments", .get, "BankTransfers/{bankTransferID}/Attachments", output: Attachments.self,
      summary: "Retrieves attachments from a specific bank transfer"
    )
    /// Retrieves attachments from a specific bank transfer
    ///
    /// - Parameters:
    ///   - bankTransferID: Xero generated unique identifier for a bank transfer
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getBankTransferAttachments(bankTransferID: String, xeroTenantID: String) -> Call<Attachments> {
      Call<Attachments>(getBankTransferAttachmentsRow, ["bankTransferID": PathValue(id: bankTransferID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let getBankTransferAttachmentByIDRow = endpoint(
      "getBankTransferAttachmentByID", .get, "BankTransfers/{bankTransferID}/Attachments/{attachmentID}",
      Options {
        $0.headers["Accept"] = "application/octet-stream"
      },
      output: Data.self, summary: "Retrieves a specific attachment from a specific bank transfer using a unique attachment ID"
    )
    /// Retrieves a specific attachment from a specific bank transfer using a unique attachment ID
    ///
    /// - Parameters:
    ///   - bankTransferID: Xero generated unique identifier for a bank transfer
    ///   - attachmentID: Unique identifier for Attachment object
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - contentType: The mime type of the attachment file you are retrieving i.e image/jpg, application/pdf
    public static func getBankTransferAttachmentByID(
      bankTransferID: String, attachmentID: String, xeroTenantID: String, contentType: String
    ) -> Call<Data> {
      Call<Data>(
        getBankTransferAttachmentByIDRow,
        ["bankTransferID": PathValue(id: bankTransferID), "attachmentID": PathValue(id: attachmentID)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("contentType", contentType)
    }

    static let getBankTransferAttachmentByFileNameRow = endpoint(
      "getBankTransferAttachmentByFileName", .get, "BankTransfers/{bankTransferID}/Attachments/{fileName}",
      Options {
        $0.headers["Accept"] = "application/octet-stream"
      },
      output: Data.self, summary: "Retrieves a specific attachment on a specific bank transfer by file name"
    )
    /// Retrieves a specific attachment on a specific bank transfer by file name
    ///
    /// - Parameters:
    ///   - bankTransferID: Xero generated unique identifier for a bank transfer
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - contentType: The mime type of the attachment file you are retrieving i.e image/jpg, application/pdf
    public static func getBankTransferAttachmentByFileName(
      bankTransferID: String, fileName: String, xeroTenantID: String, contentType: String
    ) -> Call<Data> {
      Call<Data>(
        getBankTransferAttachmentByFileNameRow,
        ["bankTransferID": PathValue(id: bankTransferID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("contentType", contentType)
    }

    static let updateBankTransferAttachmentByFileNameRow = endpoint(
      "updateBankTransferAttachmentByFileName", .post, "BankTransfers/{bankTransferID}/Attachments/{fileName}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Body.self, output: Attachments.self
    )
    /// `POST /BankTransfers/{BankTransferID}/Attachments/{FileName}`.
    ///
    /// - Parameters:
    ///   - bankTransferID: Xero generated unique identifier for a bank transfer
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Byte array of file in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateBankTransferAttachmentByFileName(
      bankTransferID: String, fileName: String, xeroTenantID: String, body: Body, idempotencyKey: String? = nil
    ) -> Call<Attachments> {
      Call<Attachments>(
        updateBankTransferAttachmentByFileNameRow,
        ["bankTransferID": PathValue(id: bankTransferID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body, contentType: "application/octet-stream")
    }

    static let createBankTransferAttachmentByFileNameRow = endpoint(
      "createBankTransferAttachmentByFileName", .put, "BankTransfers/{bankTransferID}/Attachments/{fileName}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Body.self, output: Attachments.self
    )
    /// `PUT /BankTransfers/{BankTransferID}/Attachments/{FileName}`.
    ///
    /// - Parameters:
    ///   - bankTransferID: Xero generated unique identifier for a bank transfer
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Byte array of file in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createBankTransferAttachmentByFileName(
      bankTransferID: String, fileName: String, xeroTenantID: String, body: Body, idempotencyKey: String? = nil
    ) -> Call<Attachments> {
      Call<Attachments>(
        createBankTransferAttachmentByFileNameRow,
        ["bankTransferID": PathValue(id: bankTransferID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body, contentType: "application/octet-stream")
    }

    static let getBankTransferHistoryRow = endpoint(
      "getBankTransferHistory", .get, "BankTransfers/{bankTransferID}/History", output: HistoryRecords.self,
      summary: "Retrieves history from a specific bank transfer using a unique bank transfer Id"
    )
    /// Retrieves history from a specific bank transfer using a unique bank transfer Id
    ///
    /// - Parameters:
    ///   - bankTransferID: Xero generated unique identifier for a bank transfer
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getBankTransferHistory(bankTransferID: String, xeroTenantID: String) -> Call<HistoryRecords> {
      Call<HistoryRecords>(getBankTransferHistoryRow, ["bankTransferID": PathValue(id: bankTransferID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let createBankTransferHistoryRecordRow = endpoint(
      "createBankTransferHistoryRecord", .put, "BankTransfers/{bankTransferID}/History",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: HistoryRecords.self, output: HistoryRecords.self,
      summary: "Creates a history record for a specific bank transfer"
    )
    /// Creates a history record for a specific bank transfer
    ///
    /// - Parameters:
    ///   - bankTransferID: Xero generated unique identifier for a bank transfer
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: HistoryRecords containing an array of HistoryRecord objects in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createBankTransferHistoryRecord(
      bankTransferID: String, xeroTenantID: String, body: HistoryRecords, idempotencyKey: String? = nil
    ) -> Call<HistoryRecords> {
      Call<HistoryRecords>(createBankTransferHistoryRecordRow, ["bankTransferID": PathValue(id: bankTransferID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getBrandingThemesRow = endpoint(
      "getBrandingThemes", .get, "BrandingThemes", output: BrandingThemes.self, summary: "Retrieves all the branding themes"
    )
    /// Retrieves all the branding themes
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getBrandingThemes(xeroTenantID: String) -> Call<BrandingThemes> {
      Call<BrandingThemes>(getBrandingThemesRow).header("xero-tenant-id", xeroTenantID)
    }

    static let getBrandingThemeRow = endpoint(
      "getBrandingTheme", .get, "BrandingThemes/{brandingThemeID}", output: BrandingThemes.self,
      summary: "Retrieves a specific branding theme using a unique branding theme Id"
    )
    /// Retrieves a specific branding theme using a unique branding theme Id
    ///
    /// - Parameters:
    ///   - brandingThemeID: Unique identifier for a Branding Theme
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getBrandingTheme(brandingThemeID: String, xeroTenantID: String) -> Call<BrandingThemes> {
      Call<BrandingThemes>(getBrandingThemeRow, ["brandingThemeID": PathValue(id: brandingThemeID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let getBrandingThemePaymentServicesRow = endpoint(
      "getBrandingThemePaymentServices", .get, "BrandingThemes/{brandingThemeID}/PaymentServices",
      output: PaymentServices.self, summary: "Retrieves the payment services for a specific branding theme"
    )
    /// Retrieves the payment services for a specific branding theme
    ///
    /// - Parameters:
    ///   - brandingThemeID: Unique identifier for a Branding Theme
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getBrandingThemePaymentServices(
      brandingThemeID: String, xeroTenantID: String
    ) -> Call<PaymentServices> {
      Call<PaymentServices>(getBrandingThemePaymentServicesRow, ["brandingThemeID": PathValue(id: brandingThemeID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let createBrandingThemePaymentServicesRow = endpoint(
      "createBrandingThemePaymentServices", .post, "BrandingThemes/{brandingThemeID}/PaymentServices",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: PaymentServices.self, output: PaymentServices.self,
      summary: "Creates a new custom payment service for a specific branding theme"
    )
    /// Creates a new custom payment service for a specific branding theme
    ///
    /// - Parameters:
    ///   - brandingThemeID: Unique identifier for a Branding Theme
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: PaymentServices array with PaymentService object in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createBrandingThemePaymentServices(
      brandingThemeID: String, xeroTenantID: String, body: PaymentServices, idempotencyKey: String? = nil
    ) -> Call<PaymentServices> {
      Call<PaymentServices>(createBrandingThemePaymentServicesRow, ["brandingThemeID": PathValue(id: brandingThemeID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getBudgetsRow = endpoint(
      "getBudgets", .get, "Budgets{?IDs,DateTo,DateFrom}", output: Budgets.self, summary: "Retrieve a list of budgets"
    )
    /// Retrieve a list of budgets
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - ids: Filter by BudgetID. Allows you to retrieve a specific individual budget.
    ///   - dateTo: Filter by start date
    ///   - dateFrom: Filter by end date
    public static func getBudgets(
      xeroTenantID: String, ids: String? = nil, dateTo: CalendarDate? = nil, dateFrom: CalendarDate? = nil
    ) -> Call<Budgets> {
      Call<Budgets>(
        getBudgetsRow, ["IDs": PathValue(id: ids), "DateTo": PathValue(id: dateTo), "DateFrom": PathValue(id: dateFrom)]
      )
      .header("xero-tenant-id", xeroTenantID)
    }

    static let getBudgetRow = endpoint(
      "getBudget", .get, "Budgets/{budgetID}{?DateTo,DateFrom}", output: Budgets.self,
      summary: "Retrieves a specific budget, which includes budget lines"
    )
    /// Retrieves a specific budget, which includes budget lines
    ///
    /// - Parameters:
    ///   - budgetID: Unique identifier for Budgets
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - dateTo: Filter by start date
    ///   - dateFrom: Filter by end date
    public static func getBudget(
      budgetID: String, xeroTenantID: String, dateTo: CalendarDate? = nil, dateFrom: CalendarDate? = nil
    ) -> Call<Budgets> {
      Call<Budgets>(
        getBudgetRow,
        ["budgetID": PathValue(id: budgetID), "DateTo": PathValue(id: dateTo), "DateFrom": PathValue(id: dateFrom)]
      )
      .header("xero-tenant-id", xeroTenantID)
    }

    static let getContactsRow = endpoint(
      "getContacts", .get, "Contacts{?where,order,IDs,page,includeArchived,summaryOnly,searchTerm,pageSize}",
      output: Contacts.self, summary: "Retrieves all contacts in a Xero organisation"
    )
    /// Retrieves all contacts in a Xero organisation
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - ifModifiedSince: Only records created or modified since this timestamp will be returned
    ///   - where: Filter by an any element
    ///   - order: Order by an any element
    ///   - ids: Filter by a comma separated list of ContactIDs. Allows you to retrieve a specific set of contacts in
    ///     a single call.
    ///   - page: e.g. page=1 - Up to 100 contacts will be returned in a single API call.
    ///   - includeArchived: e.g. includeArchived=true - Contacts with a status of ARCHIVED will be included in the response
    ///   - summaryOnly: Use summaryOnly=true in GET Contacts and Invoices endpoint to retrieve a smaller version of the
    ///     response object. This returns only lightweight fields, excluding computation-heavy fields from the
    ///     response, making the API calls quick and efficient.
    ///   - searchTerm: Search parameter that performs a case-insensitive text search across the Name, FirstName, LastName,
    ///     ContactNumber and EmailAddress fields.
    ///   - pageSize: Number of records to retrieve per page
    public static func getContacts(
      xeroTenantID: String, ifModifiedSince: Date? = nil, `where`: String? = nil, order: String? = nil, ids: [String]? = nil,
      page: Int? = nil, includeArchived: Bool? = nil, summaryOnly: Bool? = nil, searchTerm: String? = nil,
      pageSize: Int? = nil
    ) -> Call<Contacts> {
      Call<Contacts>(
        getContactsRow,
        [
          "where": PathValue(id: `where`), "order": PathValue(id: order), "IDs": PathValue(id: ids),
          "page": PathValue(id: page), "includeArchived": PathValue(id: includeArchived),
          "summaryOnly": PathValue(id: summaryOnly), "searchTerm": PathValue(id: searchTerm),
          "pageSize": PathValue(id: pageSize),
        ]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("If-Modified-Since", ifPresent: ifModifiedSince?.ISO8601Format())
    }

    static let createContactsRow = endpoint(
      "createContacts", .put, "Contacts{?summarizeErrors}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Contacts.self, output: Contacts.self, summary: "Creates multiple contacts (bulk) in a Xero organisation"
    )
    /// Creates multiple contacts (bulk) in a Xero organisation
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Contacts with an array of Contact objects to create in body of request
    ///   - summarizeErrors: If false return 200 OK and mix of successfully created objects and any with validation errors
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createContacts(
      xeroTenantID: String, body: Contacts, summarizeErrors: Bool? = nil, idempotencyKey: String? = nil
    ) -> Call<Contacts> {
      Call<Contacts>(createContactsRow, ["summarizeErrors": PathValue(id: summarizeErrors)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let updateOrCreateContactsRow = endpoint(
      "updateOrCreateContacts", .post, "Contacts{?summarizeErrors}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Contacts.self, output: Contacts.self, summary: "Updates or creates one or more contacts in a Xero organisation"
    )
    /// Updates or creates one or more contacts in a Xero organisation
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - summarizeErrors: If false return 200 OK and mix of successfully created objects and any with validation errors
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateOrCreateContacts(
      xeroTenantID: String, body: Contacts, summarizeErrors: Bool? = nil, idempotencyKey: String? = nil
    ) -> Call<Contacts> {
      Call<Contacts>(updateOrCreateContactsRow, ["summarizeErrors": PathValue(id: summarizeErrors)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getContactByContactNumberRow = endpoint(
      "getContactByContactNumber", .get, "Contacts/{contactNumber}", output: Contacts.self,
      summary: "Retrieves a specific contact by contact number in a Xero organisation"
    )
    /// Retrieves a specific contact by contact number in a Xero organisation
    ///
    /// - Parameters:
    ///   - contactNumber: This field is read only on the Xero contact screen, used to identify contacts in external systems
    ///     (max length = 50).
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getContactByContactNumber(contactNumber: String, xeroTenantID: String) -> Call<Contacts> {
      Call<Contacts>(getContactByContactNumberRow, ["contactNumber": PathValue(id: contactNumber)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let getContactRow = endpoint(
      "getContact", .get, "Contacts/{contactID}", output: Contacts.self,
      summary: "Retrieves a specific contacts in a Xero organisation using a unique contact Id"
    )
    /// Retrieves a specific contacts in a Xero organisation using a unique contact Id
    ///
    /// - Parameters:
    ///   - contactID: Unique identifier for a Contact
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getContact(contactID: String, xeroTenantID: String) -> Call<Contacts> {
      Call<Contacts>(getContactRow, ["contactID": PathValue(id: contactID)]).header("xero-tenant-id", xeroTenantID)
    }

    static let updateContactRow = endpoint(
      "updateContact", .post, "Contacts/{contactID}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Contacts.self, output: Contacts.self, summary: "Updates a specific contact in a Xero organisation"
    )
    /// Updates a specific contact in a Xero organisation
    ///
    /// - Parameters:
    ///   - contactID: Unique identifier for a Contact
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: an array of Contacts containing single Contact object with properties to update
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateContact(
      contactID: String, xeroTenantID: String, body: Contacts, idempotencyKey: String? = nil
    ) -> Call<Contacts> {
      Call<Contacts>(updateContactRow, ["contactID": PathValue(id: contactID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getContactAttachmentsRow = endpoint(
      "getContactAttachments", .get, "Contacts/{contactID}/Attachments", output: Attachments.self,
      summary: "Retrieves attachments for a specific contact in a Xero organisation"
    )
    /// Retrieves attachments for a specific contact in a Xero organisation
    ///
    /// - Parameters:
    ///   - contactID: Unique identifier for a Contact
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getContactAttachments(contactID: String, xeroTenantID: String) -> Call<Attachments> {
      Call<Attachments>(getContactAttachmentsRow, ["contactID": PathValue(id: contactID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let getContactAttachmentByIDRow = endpoint(
      "getContactAttachmentByID", .get, "Contacts/{contactID}/Attachments/{attachmentID}",
      Options {
        $0.headers["Accept"] = "application/octet-stream"
      },
      output: Data.self, summary: "Retrieves a specific attachment from a specific contact using a unique attachment Id"
    )
    /// Retrieves a specific attachment from a specific contact using a unique attachment Id
    ///
    /// - Parameters:
    ///   - contactID: Unique identifier for a Contact
    ///   - attachmentID: Unique identifier for Attachment object
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - contentType: The mime type of the attachment file you are retrieving i.e image/jpg, application/pdf
    public static func getContactAttachmentByID(
      contactID: String, attachmentID: String, xeroTenantID: String, contentType: String
    ) -> Call<Data> {
      Call<Data>(
        getContactAttachmentByIDRow, ["contactID": PathValue(id: contactID), "attachmentID": PathValue(id: attachmentID)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("contentType", contentType)
    }

    static let getContactAttachmentByFileNameRow = endpoint(
      "getContactAttachmentByFileName", .get, "Contacts/{contactID}/Attachments/{fileName}",
      Options {
        $0.headers["Accept"] = "application/octet-stream"
      },
      output: Data.self, summary: "Retrieves a specific attachment from a specific contact by file name"
    )
    /// Retrieves a specific attachment from a specific contact by file name
    ///
    /// - Parameters:
    ///   - contactID: Unique identifier for a Contact
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - contentType: The mime type of the attachment file you are retrieving i.e image/jpg, application/pdf
    public static func getContactAttachmentByFileName(
      contactID: String, fileName: String, xeroTenantID: String, contentType: String
    ) -> Call<Data> {
      Call<Data>(
        getContactAttachmentByFileNameRow, ["contactID": PathValue(id: contactID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("contentType", contentType)
    }

    static let updateContactAttachmentByFileNameRow = endpoint(
      "updateContactAttachmentByFileName", .post, "Contacts/{contactID}/Attachments/{fileName}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Body.self, output: Attachments.self
    )
    /// `POST /Contacts/{ContactID}/Attachments/{FileName}`.
    ///
    /// - Parameters:
    ///   - contactID: Unique identifier for a Contact
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Byte array of file in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateContactAttachmentByFileName(
      contactID: String, fileName: String, xeroTenantID: String, body: Body, idempotencyKey: String? = nil
    ) -> Call<Attachments> {
      Call<Attachments>(
        updateContactAttachmentByFileNameRow, ["contactID": PathValue(id: contactID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body, contentType: "application/octet-stream")
    }

    static let createContactAttachmentByFileNameRow = endpoint(
      "createContactAttachmentByFileName", .put, "Contacts/{contactID}/Attachments/{fileName}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Body.self, output: Attachments.self
    )
    /// `PUT /Contacts/{ContactID}/Attachments/{FileName}`.
    ///
    /// - Parameters:
    ///   - contactID: Unique identifier for a Contact
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Byte array of file in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createContactAttachmentByFileName(
      contactID: String, fileName: String, xeroTenantID: String, body: Body, idempotencyKey: String? = nil
    ) -> Call<Attachments> {
      Call<Attachments>(
        createContactAttachmentByFileNameRow, ["contactID": PathValue(id: contactID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body, contentType: "application/octet-stream")
    }

    static let getContactCisSettingsRow = endpoint(
      "getContactCisSettings", .get, "Contacts/{contactID}/CISSettings", output: CisSettings.self,
      summary: "Retrieves CIS settings for a specific contact in a Xero organisation"
    )
    /// Retrieves CIS settings for a specific contact in a Xero organisation
    ///
    /// - Parameters:
    ///   - contactID: Unique identifier for a Contact
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getContactCisSettings(contactID: String, xeroTenantID: String) -> Call<CisSettings> {
      Call<CisSettings>(getContactCisSettingsRow, ["contactID": PathValue(id: contactID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let getContactHistoryRow = endpoint(
      "getContactHistory", .get, "Contacts/{contactID}/History", output: HistoryRecords.self,
      summary: "Retrieves history records for a specific contact"
    )
    /// Retrieves history records for a specific contact
    ///
    /// - Parameters:
    ///   - contactID: Unique identifier for a Contact
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getContactHistory(contactID: String, xeroTenantID: String) -> Call<HistoryRecords> {
      Call<HistoryRecords>(getContactHistoryRow, ["contactID": PathValue(id: contactID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let createContactHistoryRow = endpoint(
      "createContactHistory", .put, "Contacts/{contactID}/History",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: HistoryRecords.self, output: HistoryRecords.self, summary: "Creates a new history record for a specific contact"
    )
    /// Creates a new history record for a specific contact
    ///
    /// - Parameters:
    ///   - contactID: Unique identifier for a Contact
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: HistoryRecords containing an array of HistoryRecord objects in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createContactHistory(
      contactID: String, xeroTenantID: String, body: HistoryRecords, idempotencyKey: String? = nil
    ) -> Call<HistoryRecords> {
      Call<HistoryRecords>(createContactHistoryRow, ["contactID": PathValue(id: contactID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getContactGroupsRow = endpoint(
      "getContactGroups", .get, "ContactGroups{?where,order}", output: ContactGroups.self,
      summary: "Retrieves the contact Id and name of each contact group"
    )
    /// Retrieves the contact Id and name of each contact group
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - where: Filter by an any element
    ///   - order: Order by an any element
    public static func getContactGroups(
      xeroTenantID: String, `where`: String? = nil, order: String? = nil
    ) -> Call<ContactGroups> {
      Call<ContactGroups>(getContactGroupsRow, ["where": PathValue(id: `where`), "order": PathValue(id: order)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let createContactGroupRow = endpoint(
      "createContactGroup", .put, "ContactGroups",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: ContactGroups.self, output: ContactGroups.self, summary: "Creates a contact group"
    )
    /// Creates a contact group
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: ContactGroups with an array of names in request body
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createContactGroup(
      xeroTenantID: String, body: ContactGroups, idempotencyKey: String? = nil
    ) -> Call<ContactGroups> {
      Call<ContactGroups>(createContactGroupRow)
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getContactGroupRow = endpoint(
      "getContactGroup", .get, "ContactGroups/{contactGroupID}", output: ContactGroups.self,
      summary: "Retrieves a specific contact group by using a unique contact group Id"
    )
    /// Retrieves a specific contact group by using a unique contact group Id
    ///
    /// - Parameters:
    ///   - contactGroupID: Unique identifier for a Contact Group
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getContactGroup(contactGroupID: String, xeroTenantID: String) -> Call<ContactGroups> {
      Call<ContactGroups>(getContactGroupRow, ["contactGroupID": PathValue(id: contactGroupID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let updateContactGroupRow = endpoint(
      "updateContactGroup", .post, "ContactGroups/{contactGroupID}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: ContactGroups.self, output: ContactGroups.self, summary: "Updates a specific contact group"
    )
    /// Updates a specific contact group
    ///
    /// - Parameters:
    ///   - contactGroupID: Unique identifier for a Contact Group
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: an array of Contact groups with Name of specific group to update
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateContactGroup(
      contactGroupID: String, xeroTenantID: String, body: ContactGroups, idempotencyKey: String? = nil
    ) -> Call<ContactGroups> {
      Call<ContactGroups>(updateContactGroupRow, ["contactGroupID": PathValue(id: contactGroupID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let createContactGroupContactsRow = endpoint(
      "createContactGroupContacts", .put, "ContactGroups/{contactGroupID}/Contacts",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Contacts.self, output: Contacts.self, summary: "Creates contacts to a specific contact group"
    )
    /// Creates contacts to a specific contact group
    ///
    /// - Parameters:
    ///   - contactGroupID: Unique identifier for a Contact Group
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Contacts with array of contacts specifying the ContactID to be added to ContactGroup in body of
    ///     request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createContactGroupContacts(
      contactGroupID: String, xeroTenantID: String, body: Contacts, idempotencyKey: String? = nil
    ) -> Call<Contacts> {
      Call<Contacts>(createContactGroupContactsRow, ["contactGroupID": PathValue(id: contactGroupID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let deleteContactGroupContactsRow = endpoint(
      "deleteContactGroupContacts", .delete, "ContactGroups/{contactGroupID}/Contacts", output: Okay.self,
      summary: "Deletes all contacts from a specific contact group"
    )
    /// Deletes all contacts from a specific contact group
    ///
    /// - Parameters:
    ///   - contactGroupID: Unique identifier for a Contact Group
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func deleteContactGroupContacts(contactGroupID: String, xeroTenantID: String) -> Call<Okay> {
      Call<Okay>(deleteContactGroupContactsRow, ["contactGroupID": PathValue(id: contactGroupID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let deleteContactGroupContactRow = endpoint(
      "deleteContactGroupContact", .delete, "ContactGroups/{contactGroupID}/Contacts/{contactID}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      output: Okay.self, summary: "Deletes a specific contact from a contact group using a unique contact Id"
    )
    /// Deletes a specific contact from a contact group using a unique contact Id
    ///
    /// - Parameters:
    ///   - contactGroupID: Unique identifier for a Contact Group
    ///   - contactID: Unique identifier for a Contact
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func deleteContactGroupContact(
      contactGroupID: String, contactID: String, xeroTenantID: String
    ) -> Call<Okay> {
      Call<Okay>(
        deleteContactGroupContactRow, ["contactGroupID": PathValue(id: contactGroupID), "contactID": PathValue(id: contactID)]
      )
      .header("xero-tenant-id", xeroTenantID)
    }

    static let getCreditNotesRow = endpoint(
      "getCreditNotes", .get, "CreditNotes{?where,order,page,unitdp,pageSize}", output: CreditNotes.self,
      summary: "Retrieves any credit notes"
    )
    /// Retrieves any credit notes
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - ifModifiedSince: Only records created or modified since this timestamp will be returned
    ///   - where: Filter by an any element
    ///   - order: Order by an any element
    ///   - page: e.g. page=1 – Up to 100 credit notes will be returned in a single API call with line items shown for
    ///     each credit note
    ///   - unitdp: e.g. unitdp=4 – (Unit Decimal Places) You can opt in to use four decimal places for unit amounts
    ///   - pageSize: Number of records to retrieve per page
    public static func getCreditNotes(
      xeroTenantID: String, ifModifiedSince: Date? = nil, `where`: String? = nil, order: String? = nil, page: Int? = nil,
      unitdp: Int? = nil, pageSize: Int? = nil
    ) -> Call<CreditNotes> {
      Call<CreditNotes>(
        getCreditNotesRow,
        [
          "where": PathValue(id: `where`), "order": PathValue(id: order), "page": PathValue(id: page),
          "unitdp": PathValue(id: unitdp), "pageSize": PathValue(id: pageSize),
        ]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("If-Modified-Since", ifPresent: ifModifiedSince?.ISO8601Format())
    }

    static let createCreditNotesRow = endpoint(
      "createCreditNotes", .put, "CreditNotes{?summarizeErrors,unitdp}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: CreditNotes.self, output: CreditNotes.self, summary: "Creates a new credit note"
    )
    /// Creates a new credit note
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Credit Notes with array of CreditNote object in body of request
    ///   - summarizeErrors: If false return 200 OK and mix of successfully created objects and any with validation errors
    ///   - unitdp: e.g. unitdp=4 – (Unit Decimal Places) You can opt in to use four decimal places for unit amounts
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createCreditNotes(
      xeroTenantID: String, body: CreditNotes, summarizeErrors: Bool? = nil, unitdp: Int? = nil, idempotencyKey: String? = nil
    ) -> Call<CreditNotes> {
      Call<CreditNotes>(
        createCreditNotesRow, ["summarizeErrors": PathValue(id: summarizeErrors), "unitdp": PathValue(id: unitdp)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body)
    }

    static let updateOrCreateCreditNotesRow = endpoint(
      "updateOrCreateCreditNotes", .post, "CreditNotes{?summarizeErrors,unitdp}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: CreditNotes.self, output: CreditNotes.self, summary: "Updates or creates one or more credit notes"
    )
    /// Updates or creates one or more credit notes
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: an array of Credit Notes with a single CreditNote object.
    ///   - summarizeErrors: If false return 200 OK and mix of successfully created objects and any with validation errors
    ///   - unitdp: e.g. unitdp=4 – (Unit Decimal Places) You can opt in to use four decimal places for unit amounts
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateOrCreateCreditNotes(
      xeroTenantID: String, body: CreditNotes, summarizeErrors: Bool? = nil, unitdp: Int? = nil, idempotencyKey: String? = nil
    ) -> Call<CreditNotes> {
      Call<CreditNotes>(
        updateOrCreateCreditNotesRow, ["summarizeErrors": PathValue(id: summarizeErrors), "unitdp": PathValue(id: unitdp)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body)
    }

    static let getCreditNoteRow = endpoint(
      "getCreditNote", .get, "CreditNotes/{creditNoteID}{?unitdp}", output: CreditNotes.self,
      summary: "Retrieves a specific credit note using a unique credit note Id"
    )
    /// Retrieves a specific credit note using a unique credit note Id
    ///
    /// - Parameters:
    ///   - creditNoteID: Unique identifier for a Credit Note
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - unitdp: e.g. unitdp=4 – (Unit Decimal Places) You can opt in to use four decimal places for unit amounts
    public static func getCreditNote(creditNoteID: String, xeroTenantID: String, unitdp: Int? = nil) -> Call<CreditNotes> {
      Call<CreditNotes>(getCreditNoteRow, ["creditNoteID": PathValue(id: creditNoteID), "unitdp": PathValue(id: unitdp)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let updateCreditNoteRow = endpoint(
      "updateCreditNote", .post, "CreditNotes/{creditNoteID}{?unitdp}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: CreditNotes.self, output: CreditNotes.self, summary: "Updates a specific credit note"
    )
    /// Updates a specific credit note
    ///
    /// - Parameters:
    ///   - creditNoteID: Unique identifier for a Credit Note
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: an array of Credit Notes containing credit note details to update
    ///   - unitdp: e.g. unitdp=4 – (Unit Decimal Places) You can opt in to use four decimal places for unit amounts
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateCreditNote(
      creditNoteID: String, xeroTenantID: String, body: CreditNotes, unitdp: Int? = nil, idempotencyKey: String? = nil
    ) -> Call<CreditNotes> {
      Call<CreditNotes>(updateCreditNoteRow, ["creditNoteID": PathValue(id: creditNoteID), "unitdp": PathValue(id: unitdp)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getCreditNoteAttachmentsRow = endpoint(
      "getCreditNoteAttachments", .get, "CreditNotes/{creditNoteID}/Attachments", output: Attachments.self,
      summary: "Retrieves attachments for a specific credit notes"
    )
    /// Retrieves attachments for a specific credit notes
    ///
    /// - Parameters:
    ///   - creditNoteID: Unique identifier for a Credit Note
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getCreditNoteAttachments(creditNoteID: String, xeroTenantID: String) -> Call<Attachments> {
      Call<Attachments>(getCreditNoteAttachmentsRow, ["creditNoteID": PathValue(id: creditNoteID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let getCreditNoteAttachmentByIDRow = endpoint(
      "getCreditNoteAttachmentByID", .get, "CreditNotes/{creditNoteID}/Attachments/{attachmentID}",
      Options {
        $0.headers["Accept"] = "application/octet-stream"
      },
      output: Data.self, summary: "Retrieves a specific attachment from a specific credit note using a unique attachment Id"
    )
    /// Retrieves a specific attachment from a specific credit note using a unique attachment Id
    ///
    /// - Parameters:
    ///   - creditNoteID: Unique identifier for a Credit Note
    ///   - attachmentID: Unique identifier for Attachment object
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - contentType: The mime type of the attachment file you are retrieving i.e image/jpg, application/pdf
    public static func getCreditNoteAttachmentByID(
      creditNoteID: String, attachmentID: String, xeroTenantID: String, contentType: String
    ) -> Call<Data> {
      Call<Data>(
        getCreditNoteAttachmentByIDRow,
        ["creditNoteID": PathValue(id: creditNoteID), "attachmentID": PathValue(id: attachmentID)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("contentType", contentType)
    }

    static let getCreditNoteAttachmentByFileNameRow = endpoint(
      "getCreditNoteAttachmentByFileName", .get, "CreditNotes/{creditNoteID}/Attachments/{fileName}",
      Options {
        $0.headers["Accept"] = "application/octet-stream"
      },
      output: Data.self, summary: "Retrieves a specific attachment on a specific credit note by file name"
    )
    /// Retrieves a specific attachment on a specific credit note by file name
    ///
    /// - Parameters:
    ///   - creditNoteID: Unique identifier for a Credit Note
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - contentType: The mime type of the attachment file you are retrieving i.e image/jpg, application/pdf
    public static func getCreditNoteAttachmentByFileName(
      creditNoteID: String, fileName: String, xeroTenantID: String, contentType: String
    ) -> Call<Data> {
      Call<Data>(
        getCreditNoteAttachmentByFileNameRow,
        ["creditNoteID": PathValue(id: creditNoteID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("contentType", contentType)
    }

    static let updateCreditNoteAttachmentByFileNameRow = endpoint(
      "updateCreditNoteAttachmentByFileName", .post, "CreditNotes/{creditNoteID}/Attachments/{fileName}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Body.self, output: Attachments.self, summary: "Updates attachments on a specific credit note by file name"
    )
    /// Updates attachments on a specific credit note by file name
    ///
    /// - Parameters:
    ///   - creditNoteID: Unique identifier for a Credit Note
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Byte array of file in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateCreditNoteAttachmentByFileName(
      creditNoteID: String, fileName: String, xeroTenantID: String, body: Body, idempotencyKey: String? = nil
    ) -> Call<Attachments> {
      Call<Attachments>(
        updateCreditNoteAttachmentByFileNameRow,
        ["creditNoteID": PathValue(id: creditNoteID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body, contentType: "application/octet-stream")
    }

    static let createCreditNoteAttachmentByFileNameRow = endpoint(
      "createCreditNoteAttachmentByFileName", .put, "CreditNotes/{creditNoteID}/Attachments/{fileName}{?IncludeOnline}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Body.self, output: Attachments.self, summary: "Creates an attachment for a specific credit note"
    )
    /// Creates an attachment for a specific credit note
    ///
    /// - Parameters:
    ///   - creditNoteID: Unique identifier for a Credit Note
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Byte array of file in body of request
    ///   - includeOnline: Allows an attachment to be seen by the end customer within their online invoice
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createCreditNoteAttachmentByFileName(
      creditNoteID: String, fileName: String, xeroTenantID: String, body: Body, includeOnline: Bool? = nil,
      idempotencyKey: String? = nil
    ) -> Call<Attachments> {
      Call<Attachments>(
        createCreditNoteAttachmentByFileNameRow,
        [
          "creditNoteID": PathValue(id: creditNoteID), "fileName": PathValue(id: fileName),
          "IncludeOnline": PathValue(id: includeOnline),
        ]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body, contentType: "application/octet-stream")
    }

    static let getCreditNoteAsPDFRow = endpoint(
      "getCreditNoteAsPDF", .get, "CreditNotes/{creditNoteID}/pdf",
      Options {
        $0.headers["Accept"] = "application/pdf"
      },
      output: Data.self, summary: "Retrieves credit notes as PDF files"
    )
    /// Retrieves credit notes as PDF files
    ///
    /// - Parameters:
    ///   - creditNoteID: Unique identifier for a Credit Note
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getCreditNoteAsPDF(creditNoteID: String, xeroTenantID: String) -> Call<Data> {
      Call<Data>(getCreditNoteAsPDFRow, ["creditNoteID": PathValue(id: creditNoteID)]).header("xero-tenant-id", xeroTenantID)
    }

    static let createCreditNoteAllocationRow = endpoint(
      "createCreditNoteAllocation", .put, "CreditNotes/{creditNoteID}/Allocations{?summarizeErrors}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Allocations.self, output: Allocations.self, summary: "Creates allocation for a specific credit note"
    )
    /// Creates allocation for a specific credit note
    ///
    /// - Parameters:
    ///   - creditNoteID: Unique identifier for a Credit Note
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Allocations with array of Allocation object in body of request.
    ///   - summarizeErrors: If false return 200 OK and mix of successfully created objects and any with validation errors
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createCreditNoteAllocation(
      creditNoteID: String, xeroTenantID: String, body: Allocations, summarizeErrors: Bool? = nil,
      idempotencyKey: String? = nil
    ) -> Call<Allocations> {
      Call<Allocations>(
        createCreditNoteAllocationRow,
        ["creditNoteID": PathValue(id: creditNoteID), "summarizeErrors": PathValue(id: summarizeErrors)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body)
    }

    static let deleteCreditNoteAllocationsRow = endpoint(
      "deleteCreditNoteAllocations", .delete, "CreditNotes/{creditNoteID}/Allocations/{allocationID}",
      output: Allocation.self, summary: "Deletes an Allocation from a Credit Note"
    )
    /// Deletes an Allocation from a Credit Note
    ///
    /// - Parameters:
    ///   - creditNoteID: Unique identifier for a Credit Note
    ///   - allocationID: Unique identifier for Allocation object
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func deleteCreditNoteAllocations(
      creditNoteID: String, allocationID: String, xeroTenantID: String
    ) -> Call<Allocation> {
      Call<Allocation>(
        deleteCreditNoteAllocationsRow,
        ["creditNoteID": PathValue(id: creditNoteID), "allocationID": PathValue(id: allocationID)]
      )
      .header("xero-tenant-id", xeroTenantID)
    }

    static let getCreditNoteHistoryRow = endpoint(
      "getCreditNoteHistory", .get, "CreditNotes/{creditNoteID}/History", output: HistoryRecords.self,
      summary: "Retrieves history records of a specific credit note"
    )
    /// Retrieves history records of a specific credit note
    ///
    /// - Parameters:
    ///   - creditNoteID: Unique identifier for a Credit Note
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getCreditNoteHistory(creditNoteID: String, xeroTenantID: String) -> Call<HistoryRecords> {
      Call<HistoryRecords>(getCreditNoteHistoryRow, ["creditNoteID": PathValue(id: creditNoteID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let createCreditNoteHistoryRow = endpoint(
      "createCreditNoteHistory", .put, "CreditNotes/{creditNoteID}/History",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: HistoryRecords.self, output: HistoryRecords.self, summary: "Retrieves history records of a specific credit note"
    )
    /// Retrieves history records of a specific credit note
    ///
    /// - Parameters:
    ///   - creditNoteID: Unique identifier for a Credit Note
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: HistoryRecords containing an array of HistoryRecord objects in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createCreditNoteHistory(
      creditNoteID: String, xeroTenantID: String, body: HistoryRecords, idempotencyKey: String? = nil
    ) -> Call<HistoryRecords> {
      Call<HistoryRecords>(createCreditNoteHistoryRow, ["creditNoteID": PathValue(id: creditNoteID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getCurrenciesRow = endpoint(
      "getCurrencies", .get, "Currencies{?where,order}", output: Currencies.self,
      summary: "Retrieves currencies for your Xero organisation"
    )
    /// Retrieves currencies for your Xero organisation
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - where: Filter by an any element
    ///   - order: Order by an any element
    public static func getCurrencies(xeroTenantID: String, `where`: String? = nil, order: String? = nil) -> Call<Currencies> {
      Call<Currencies>(getCurrenciesRow, ["where": PathValue(id: `where`), "order": PathValue(id: order)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let createCurrencyRow = endpoint(
      "createCurrency", .put, "Currencies", input: Currency.self, output: Currencies.self,
      summary: "Create a new currency for a Xero organisation"
    )
    /// Create a new currency for a Xero organisation
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Currency object in the body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createCurrency(
      xeroTenantID: String, body: Currency, idempotencyKey: String? = nil
    ) -> Call<Currencies> {
      Call<Currencies>(createCurrencyRow)
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getExpenseClaimsRow = endpoint(
      "getExpenseClaims", .get, "ExpenseClaims{?where,order}", output: ExpenseClaims.self, summary: "Retrieves expense claims"
    )
    /// Retrieves expense claims
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - ifModifiedSince: Only records created or modified since this timestamp will be returned
    ///   - where: Filter by an any element
    ///   - order: Order by an any element
    public static func getExpenseClaims(
      xeroTenantID: String, ifModifiedSince: Date? = nil, `where`: String? = nil, order: String? = nil
    ) -> Call<ExpenseClaims> {
      Call<ExpenseClaims>(getExpenseClaimsRow, ["where": PathValue(id: `where`), "order": PathValue(id: order)])
        .header("xero-tenant-id", xeroTenantID)
        .header("If-Modified-Since", ifPresent: ifModifiedSince?.ISO8601Format())
    }

    static let createExpenseClaimsRow = endpoint(
      "createExpenseClaims", .put, "ExpenseClaims",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: ExpenseClaims.self, output: ExpenseClaims.self, summary: "Creates expense claims"
    )
    /// Creates expense claims
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: ExpenseClaims with array of ExpenseClaim object in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createExpenseClaims(
      xeroTenantID: String, body: ExpenseClaims, idempotencyKey: String? = nil
    ) -> Call<ExpenseClaims> {
      Call<ExpenseClaims>(createExpenseClaimsRow)
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getExpenseClaimRow = endpoint(
      "getExpenseClaim", .get, "ExpenseClaims/{expenseClaimID}", output: ExpenseClaims.self,
      summary: "Retrieves a specific expense claim using a unique expense claim Id"
    )
    /// Retrieves a specific expense claim using a unique expense claim Id
    ///
    /// - Parameters:
    ///   - expenseClaimID: Unique identifier for a ExpenseClaim
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getExpenseClaim(expenseClaimID: String, xeroTenantID: String) -> Call<ExpenseClaims> {
      Call<ExpenseClaims>(getExpenseClaimRow, ["expenseClaimID": PathValue(id: expenseClaimID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let updateExpenseClaimRow = endpoint(
      "updateExpenseClaim", .post, "ExpenseClaims/{expenseClaimID}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: ExpenseClaims.self, output: ExpenseClaims.self, summary: "Updates a specific expense claims"
    )
    /// Updates a specific expense claims
    ///
    /// - Parameters:
    ///   - expenseClaimID: Unique identifier for a ExpenseClaim
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateExpenseClaim(
      expenseClaimID: String, xeroTenantID: String, body: ExpenseClaims, idempotencyKey: String? = nil
    ) -> Call<ExpenseClaims> {
      Call<ExpenseClaims>(updateExpenseClaimRow, ["expenseClaimID": PathValue(id: expenseClaimID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getExpenseClaimHistoryRow = endpoint(
      "getExpenseClaimHistory", .get, "ExpenseClaims/{expenseClaimID}/History", output: HistoryRecords.self,
      summary: "Retrieves history records of a specific expense claim"
    )
    /// Retrieves history records of a specific expense claim
    ///
    /// - Parameters:
    ///   - expenseClaimID: Unique identifier for a ExpenseClaim
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getExpenseClaimHistory(expenseClaimID: String, xeroTenantID: String) -> Call<HistoryRecords> {
      Call<HistoryRecords>(getExpenseClaimHistoryRow, ["expenseClaimID": PathValue(id: expenseClaimID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let createExpenseClaimHistoryRow = endpoint(
      "createExpenseClaimHistory", .put, "ExpenseClaims/{expenseClaimID}/History", input: HistoryRecords.self,
      output: HistoryRecords.self, summary: "Creates a history record for a specific expense claim"
    )
    /// Creates a history record for a specific expense claim
    ///
    /// - Parameters:
    ///   - expenseClaimID: Unique identifier for a ExpenseClaim
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: HistoryRecords containing an array of HistoryRecord objects in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createExpenseClaimHistory(
      expenseClaimID: String, xeroTenantID: String, body: HistoryRecords, idempotencyKey: String? = nil
    ) -> Call<HistoryRecords> {
      Call<HistoryRecords>(createExpenseClaimHistoryRow, ["expenseClaimID": PathValue(id: expenseClaimID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getInvoicesRow = endpoint(
      "getInvoices", .get,
      "Invoices{?where,order,IDs,InvoiceNumbers,ContactIDs,Statuses,page,includeArchived,createdByMyApp,unitdp,summaryOnly,pageSize,searchTerm}",
      output: Invoices.self, summary: "Retrieves sales invoices or purchase bills"
    )
    /// Retrieves sales invoices or purchase bills
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - ifModifiedSince: Only records created or modified since this timestamp will be returned
    ///   - where: Filter by an any element
    ///   - order: Order by an any element
    ///   - ids: Filter by a comma-separated list of InvoicesIDs.
    ///   - invoiceNumbers: Filter by a comma-separated list of InvoiceNumbers.
    ///   - contactIDs: Filter by a comma-separated list of ContactIDs.
    ///   - statuses: Filter by a comma-separated list Statuses. For faster response times we recommend using these
    ///     explicit parameters instead of passing OR conditions into the Where filter.
    ///   - page: e.g. page=1 – Up to 100 invoices will be returned in a single API call with line items shown for
    ///     each invoice
    ///   - includeArchived: e.g. includeArchived=true - Invoices with a status of ARCHIVED will be included in the response
    ///   - createdByMyApp: When set to true you'll only retrieve Invoices created by your app
    ///   - unitdp: e.g. unitdp=4 – (Unit Decimal Places) You can opt in to use four decimal places for unit amounts
    ///   - summaryOnly: Use summaryOnly=true in GET Contacts and Invoices endpoint to retrieve a smaller version of the
    ///     response object. This returns only lightweight fields, excluding computation-heavy fields from the
    ///     response, making the API calls quick and efficient.
    ///   - pageSize: Number of records to retrieve per page
    ///   - searchTerm: Search parameter that performs a case-insensitive text search across the fields e.g. InvoiceNumber,
    ///     Reference.
    public static func getInvoices(
      xeroTenantID: String, ifModifiedSince: Date? = nil, `where`: String? = nil, order: String? = nil, ids: [String]? = nil,
      invoiceNumbers: [String]? = nil, contactIDs: [String]? = nil, statuses: [String]? = nil, page: Int? = nil,
      includeArchived: Bool? = nil, createdByMyApp: Bool? = nil, unitdp: Int? = nil, summaryOnly: Bool? = nil,
      pageSize: Int? = nil, searchTerm: String? = nil
    ) -> Call<Invoices> {
      Call<Invoices>(
        getInvoicesRow,
        [
          "where": PathValue(id: `where`), "order": PathValue(id: order), "IDs": PathValue(id: ids),
          "InvoiceNumbers": PathValue(id: invoiceNumbers), "ContactIDs": PathValue(id: contactIDs),
          "Statuses": PathValue(id: statuses), "page": PathValue(id: page), "includeArchived": PathValue(id: includeArchived),
          "createdByMyApp": PathValue(id: createdByMyApp), "unitdp": PathValue(id: unitdp),
          "summaryOnly": PathValue(id: summaryOnly), "pageSize": PathValue(id: pageSize),
          "searchTerm": PathValue(id: searchTerm),
        ]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("If-Modified-Since", ifPresent: ifModifiedSince?.ISO8601Format())
    }

    static let createInvoicesRow = endpoint(
      "createInvoices", .put, "Invoices{?summarizeErrors,unitdp}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Invoices.self, output: Invoices.self, summary: "Creates one or more sales invoices or purchase bills"
    )
    /// Creates one or more sales invoices or purchase bills
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Invoices with an array of invoice objects in body of request
    ///   - summarizeErrors: If false return 200 OK and mix of successfully created objects and any with validation errors
    ///   - unitdp: e.g. unitdp=4 – (Unit Decimal Places) You can opt in to use four decimal places for unit amounts
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createInvoices(
      xeroTenantID: String, body: Invoices, summarizeErrors: Bool? = nil, unitdp: Int? = nil, idempotencyKey: String? = nil
    ) -> Call<Invoices> {
      Call<Invoices>(createInvoicesRow, ["summarizeErrors": PathValue(id: summarizeErrors), "unitdp": PathValue(id: unitdp)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let updateOrCreateInvoicesRow = endpoint(
      "updateOrCreateInvoices", .post, "Invoices{?summarizeErrors,unitdp}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Invoices.self, output: Invoices.self, summary: "Updates or creates one or more sales invoices or purchase bills"
    )
    /// Updates or creates one or more sales invoices or purchase bills
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - summarizeErrors: If false return 200 OK and mix of successfully created objects and any with validation errors
    ///   - unitdp: e.g. unitdp=4 – (Unit Decimal Places) You can opt in to use four decimal places for unit amounts
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateOrCreateInvoices(
      xeroTenantID: String, body: Invoices, summarizeErrors: Bool? = nil, unitdp: Int? = nil, idempotencyKey: String? = nil
    ) -> Call<Invoices> {
      Call<Invoices>(
        updateOrCreateInvoicesRow, ["summarizeErrors": PathValue(id: summarizeErrors), "unitdp": PathValue(id: unitdp)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body)
    }

    static let getInvoiceRow = endpoint(
      "getInvoice", .get, "Invoices/{invoiceID}{?unitdp}", output: Invoices.self,
      summary: "Retrieves a specific sales invoice or purchase bill using a unique invoice Id"
    )
    /// Retrieves a specific sales invoice or purchase bill using a unique invoice Id
    ///
    /// - Parameters:
    ///   - invoiceID: Unique identifier for an Invoice
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - unitdp: e.g. unitdp=4 – (Unit Decimal Places) You can opt in to use four decimal places for unit amounts
    public static func getInvoice(invoiceID: String, xeroTenantID: String, unitdp: Int? = nil) -> Call<Invoices> {
      Call<Invoices>(getInvoiceRow, ["invoiceID": PathValue(id: invoiceID), "unitdp": PathValue(id: unitdp)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let updateInvoiceRow = endpoint(
      "updateInvoice", .post, "Invoices/{invoiceID}{?unitdp}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Invoices.self, output: Invoices.self, summary: "Updates a specific sales invoices or purchase bills"
    )
    /// Updates a specific sales invoices or purchase bills
    ///
    /// - Parameters:
    ///   - invoiceID: Unique identifier for an Invoice
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - unitdp: e.g. unitdp=4 – (Unit Decimal Places) You can opt in to use four decimal places for unit amounts
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateInvoice(
      invoiceID: String, xeroTenantID: String, body: Invoices, unitdp: Int? = nil, idempotencyKey: String? = nil
    ) -> Call<Invoices> {
      Call<Invoices>(updateInvoiceRow, ["invoiceID": PathValue(id: invoiceID), "unitdp": PathValue(id: unitdp)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getInvoiceAsPDFRow = endpoint(
      "getInvoiceAsPDF", .get, "Invoices/{invoiceID}/pdf",
      Options {
        $0.headers["Accept"] = "application/pdf"
      },
      output: Data.self, summary: "Retrieves invoices or purchase bills as PDF files"
    )
    /// Retrieves invoices or purchase bills as PDF files
    ///
    /// - Parameters:
    ///   - invoiceID: Unique identifier for an Invoice
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getInvoiceAsPDF(invoiceID: String, xeroTenantID: String) -> Call<Data> {
      Call<Data>(getInvoiceAsPDFRow, ["invoiceID": PathValue(id: invoiceID)]).header("xero-tenant-id", xeroTenantID)
    }

    static let getInvoiceAttachmentsRow = endpoint(
      "getInvoiceAttachments", .get, "Invoices/{invoiceID}/Attachments", output: Attachments.self,
      summary: "Retrieves attachments for a specific invoice or purchase bill"
    )
    /// Retrieves attachments for a specific invoice or purchase bill
    ///
    /// - Parameters:
    ///   - invoiceID: Unique identifier for an Invoice
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getInvoiceAttachments(invoiceID: String, xeroTenantID: String) -> Call<Attachments> {
      Call<Attachments>(getInvoiceAttachmentsRow, ["invoiceID": PathValue(id: invoiceID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let getInvoiceAttachmentByIDRow = endpoint(
      "getInvoiceAttachmentByID", .get, "Invoices/{invoiceID}/Attachments/{attachmentID}",
      Options {
        $0.headers["Accept"] = "application/octet-stream"
      },
      output: Data.self, summary: "Retrieves a specific attachment from a specific invoices or purchase bills by using a uni…"
    )
    /// Retrieves a specific attachment from a specific invoices or purchase bills by using a unique attachment Id
    ///
    /// - Parameters:
    ///   - invoiceID: Unique identifier for an Invoice
    ///   - attachmentID: Unique identifier for Attachment object
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - contentType: The mime type of the attachment file you are retrieving i.e image/jpg, application/pdf
    public static func getInvoiceAttachmentByID(
      invoiceID: String, attachmentID: String, xeroTenantID: String, contentType: String
    ) -> Call<Data> {
      Call<Data>(
        getInvoiceAttachmentByIDRow, ["invoiceID": PathValue(id: invoiceID), "attachmentID": PathValue(id: attachmentID)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("contentType", contentType)
    }

    static let getInvoiceAttachmentByFileNameRow = endpoint(
      "getInvoiceAttachmentByFileName", .get, "Invoices/{invoiceID}/Attachments/{fileName}",
      Options {
        $0.headers["Accept"] = "application/octet-stream"
      },
      output: Data.self, summary: "Retrieves an attachment from a specific invoice or purchase bill by filename"
    )
    /// Retrieves an attachment from a specific invoice or purchase bill by filename
    ///
    /// - Parameters:
    ///   - invoiceID: Unique identifier for an Invoice
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - contentType: The mime type of the attachment file you are retrieving i.e image/jpg, application/pdf
    public static func getInvoiceAttachmentByFileName(
      invoiceID: String, fileName: String, xeroTenantID: String, contentType: String
    ) -> Call<Data> {
      Call<Data>(
        getInvoiceAttachmentByFileNameRow, ["invoiceID": PathValue(id: invoiceID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("contentType", contentType)
    }

    static let updateInvoiceAttachmentByFileNameRow = endpoint(
      "updateInvoiceAttachmentByFileName", .post, "Invoices/{invoiceID}/Attachments/{fileName}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Body.self, output: Attachments.self,
      summary: "Updates an attachment from a specific invoices or purchase bill by filename"
    )
    /// Updates an attachment from a specific invoices or purchase bill by filename
    ///
    /// - Parameters:
    ///   - invoiceID: Unique identifier for an Invoice
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Byte array of file in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateInvoiceAttachmentByFileName(
      invoiceID: String, fileName: String, xeroTenantID: String, body: Body, idempotencyKey: String? = nil
    ) -> Call<Attachments> {
      Call<Attachments>(
        updateInvoiceAttachmentByFileNameRow, ["invoiceID": PathValue(id: invoiceID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body, contentType: "application/octet-stream")
    }

    static let createInvoiceAttachmentByFileNameRow = endpoint(
      "createInvoiceAttachmentByFileName", .put, "Invoices/{invoiceID}/Attachments/{fileName}{?IncludeOnline}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Body.self, output: Attachments.self,
      summary: "Creates an attachment for a specific invoice or purchase bill by filename"
    )
    /// Creates an attachment for a specific invoice or purchase bill by filename
    ///
    /// - Parameters:
    ///   - invoiceID: Unique identifier for an Invoice
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Byte array of file in body of request
    ///   - includeOnline: Allows an attachment to be seen by the end customer within their online invoice
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createInvoiceAttachmentByFileName(
      invoiceID: String, fileName: String, xeroTenantID: String, body: Body, includeOnline: Bool? = nil,
      idempotencyKey: String? = nil
    ) -> Call<Attachments> {
      Call<Attachments>(
        createInvoiceAttachmentByFileNameRow,
        [
          "invoiceID": PathValue(id: invoiceID), "fileName": PathValue(id: fileName),
          "IncludeOnline": PathValue(id: includeOnline),
        ]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body, contentType: "application/octet-stream")
    }

    static let getOnlineInvoiceRow = endpoint(
      "getOnlineInvoice", .get, "Invoices/{invoiceID}/OnlineInvoice", output: OnlineInvoices.self,
      summary: "Retrieves a URL to an online invoice"
    )
    /// Retrieves a URL to an online invoice
    ///
    /// - Parameters:
    ///   - invoiceID: Unique identifier for an Invoice
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getOnlineInvoice(invoiceID: String, xeroTenantID: String) -> Call<OnlineInvoices> {
      Call<OnlineInvoices>(getOnlineInvoiceRow, ["invoiceID": PathValue(id: invoiceID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let emailInvoiceRow = endpoint(
      "emailInvoice", .post, "Invoices/{invoiceID}/Email",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: RequestEmpty.self, output: Okay.self, summary: "Sends a copy of a specific invoice to related contact via email"
    )
    /// Sends a copy of a specific invoice to related contact via email
    ///
    /// - Parameters:
    ///   - invoiceID: Unique identifier for an Invoice
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func emailInvoice(
      invoiceID: String, xeroTenantID: String, body: RequestEmpty, idempotencyKey: String? = nil
    ) -> Call<Okay> {
      Call<Okay>(emailInvoiceRow, ["invoiceID": PathValue(id: invoiceID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getInvoiceHistoryRow = endpoint(
      "getInvoiceHistory", .get, "Invoices/{invoiceID}/History", output: HistoryRecords.self,
      summary: "Retrieves history records for a specific invoice"
    )
    /// Retrieves history records for a specific invoice
    ///
    /// - Parameters:
    ///   - invoiceID: Unique identifier for an Invoice
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getInvoiceHistory(invoiceID: String, xeroTenantID: String) -> Call<HistoryRecords> {
      Call<HistoryRecords>(getInvoiceHistoryRow, ["invoiceID": PathValue(id: invoiceID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let createInvoiceHistoryRow = endpoint(
      "createInvoiceHistory", .put, "Invoices/{invoiceID}/History",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: HistoryRecords.self, output: HistoryRecords.self, summary: "Creates a history record for a specific invoice"
    )
    /// Creates a history record for a specific invoice
    ///
    /// - Parameters:
    ///   - invoiceID: Unique identifier for an Invoice
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: HistoryRecords containing an array of HistoryRecord objects in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createInvoiceHistory(
      invoiceID: String, xeroTenantID: String, body: HistoryRecords, idempotencyKey: String? = nil
    ) -> Call<HistoryRecords> {
      Call<HistoryRecords>(createInvoiceHistoryRow, ["invoiceID": PathValue(id: invoiceID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getInvoiceRemindersRow = endpoint(
      "getInvoiceReminders", .get, "InvoiceReminders/Settings", output: InvoiceReminders.self,
      summary: "Retrieves invoice reminder settings"
    )
    /// Retrieves invoice reminder settings
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getInvoiceReminders(xeroTenantID: String) -> Call<InvoiceReminders> {
      Call<InvoiceReminders>(getInvoiceRemindersRow).header("xero-tenant-id", xeroTenantID)
    }

    static let getItemsRow = endpoint(
      "getItems", .get, "Items{?where,order,unitdp}", output: Items.self, summary: "Retrieves items"
    )
    /// Retrieves items
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - ifModifiedSince: Only records created or modified since this timestamp will be returned
    ///   - where: Filter by an any element
    ///   - order: Order by an any element
    ///   - unitdp: e.g. unitdp=4 – (Unit Decimal Places) You can opt in to use four decimal places for unit amounts
    public static func getItems(
      xeroTenantID: String, ifModifiedSince: Date? = nil, `where`: String? = nil, order: String? = nil, unitdp: Int? = nil
    ) -> Call<Items> {
      Call<Items>(
        getItemsRow, ["where": PathValue(id: `where`), "order": PathValue(id: order), "unitdp": PathValue(id: unitdp)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("If-Modified-Since", ifPresent: ifModifiedSince?.ISO8601Format())
    }

    static let createItemsRow = endpoint(
      "createItems", .put, "Items{?summarizeErrors,unitdp}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Items.self, output: Items.self, summary: "Creates one or more items"
    )
    /// Creates one or more items
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Items with an array of Item objects in body of request
    ///   - summarizeErrors: If false return 200 OK and mix of successfully created objects and any with validation errors
    ///   - unitdp: e.g. unitdp=4 – (Unit Decimal Places) You can opt in to use four decimal places for unit amounts
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createItems(
      xeroTenantID: String, body: Items, summarizeErrors: Bool? = nil, unitdp: Int? = nil, idempotencyKey: String? = nil
    ) -> Call<Items> {
      Call<Items>(createItemsRow, ["summarizeErrors": PathValue(id: summarizeErrors), "unitdp": PathValue(id: unitdp)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let updateOrCreateItemsRow = endpoint(
      "updateOrCreateItems", .post, "Items{?summarizeErrors,unitdp}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Items.self, output: Items.self, summary: "Updates or creates one or more items"
    )
    /// Updates or creates one or more items
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - summarizeErrors: If false return 200 OK and mix of successfully created objects and any with validation errors
    ///   - unitdp: e.g. unitdp=4 – (Unit Decimal Places) You can opt in to use four decimal places for unit amounts
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateOrCreateItems(
      xeroTenantID: String, body: Items, summarizeErrors: Bool? = nil, unitdp: Int? = nil, idempotencyKey: String? = nil
    ) -> Call<Items> {
      Call<Items>(
        updateOrCreateItemsRow, ["summarizeErrors": PathValue(id: summarizeErrors), "unitdp": PathValue(id: unitdp)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body)
    }

    static let getItemRow = endpoint(
      "getItem", .get, "Items/{itemID}{?unitdp}", output: Items.self,
      summary: "Retrieves a specific item using a unique item Id"
    )
    /// Retrieves a specific item using a unique item Id
    ///
    /// - Parameters:
    ///   - itemID: Unique identifier for an Item
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - unitdp: e.g. unitdp=4 – (Unit Decimal Places) You can opt in to use four decimal places for unit amounts
    public static func getItem(itemID: String, xeroTenantID: String, unitdp: Int? = nil) -> Call<Items> {
      Call<Items>(getItemRow, ["itemID": PathValue(id: itemID), "unitdp": PathValue(id: unitdp)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let updateItemRow = endpoint(
      "updateItem", .post, "Items/{itemID}{?unitdp}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Items.self, output: Items.self, summary: "Updates a specific item"
    )
    /// Updates a specific item
    ///
    /// - Parameters:
    ///   - itemID: Unique identifier for an Item
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - unitdp: e.g. unitdp=4 – (Unit Decimal Places) You can opt in to use four decimal places for unit amounts
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateItem(
      itemID: String, xeroTenantID: String, body: Items, unitdp: Int? = nil, idempotencyKey: String? = nil
    ) -> Call<Items> {
      Call<Items>(updateItemRow, ["itemID": PathValue(id: itemID), "unitdp": PathValue(id: unitdp)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let deleteItemRow = endpoint(
      "deleteItem", .delete, "Items/{itemID}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      output: Okay.self, summary: "Deletes a specific item"
    )
    /// Deletes a specific item
    ///
    /// - Parameters:
    ///   - itemID: Unique identifier for an Item
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func deleteItem(itemID: String, xeroTenantID: String) -> Call<Okay> {
      Call<Okay>(deleteItemRow, ["itemID": PathValue(id: itemID)]).header("xero-tenant-id", xeroTenantID)
    }

    static let getItemHistoryRow = endpoint(
      "getItemHistory", .get, "Items/{itemID}/History", output: HistoryRecords.self,
      summary: "Retrieves history for a specific item"
    )
    /// Retrieves history for a specific item
    ///
    /// - Parameters:
    ///   - itemID: Unique identifier for an Item
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getItemHistory(itemID: String, xeroTenantID: String) -> Call<HistoryRecords> {
      Call<HistoryRecords>(getItemHistoryRow, ["itemID": PathValue(id: itemID)]).header("xero-tenant-id", xeroTenantID)
    }

    static let createItemHistoryRow = endpoint(
      "createItemHistory", .put, "Items/{itemID}/History", input: HistoryRecords.self, output: HistoryRecords.self,
      summary: "Creates a history record for a specific item"
    )
    /// Creates a history record for a specific item
    ///
    /// - Parameters:
    ///   - itemID: Unique identifier for an Item
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: HistoryRecords containing an array of HistoryRecord objects in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createItemHistory(
      itemID: String, xeroTenantID: String, body: HistoryRecords, idempotencyKey: String? = nil
    ) -> Call<HistoryRecords> {
      Call<HistoryRecords>(createItemHistoryRow, ["itemID": PathValue(id: itemID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getJournalsRow = endpoint(
      "getJournals", .get, "Journals{?offset,paymentsOnly}", output: Journals.self, summary: "Retrieves journals"
    )
    /// Retrieves journals
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - ifModifiedSince: Only records created or modified since this timestamp will be returned
    ///   - offset: Offset by a specified journal number. e.g. journals with a JournalNumber greater than the offset
    ///     will be returned
    ///   - paymentsOnly: Filter to retrieve journals on a cash basis. Journals are returned on an accrual basis by default.
    public static func getJournals(
      xeroTenantID: String, ifModifiedSince: Date? = nil, offset: Int? = nil, paymentsOnly: Bool? = nil
    ) -> Call<Journals> {
      Call<Journals>(getJournalsRow, ["offset": PathValue(id: offset), "paymentsOnly": PathValue(id: paymentsOnly)])
        .header("xero-tenant-id", xeroTenantID)
        .header("If-Modified-Since", ifPresent: ifModifiedSince?.ISO8601Format())
    }

    static let getJournalRow = endpoint(
      "getJournal", .get, "Journals/{journalID}", output: Journals.self,
      summary: "Retrieves a specific journal using a unique journal Id"
    )
    /// Retrieves a specific journal using a unique journal Id.
    ///
    /// - Parameters:
    ///   - journalID: Unique identifier for a Journal
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getJournal(journalID: String, xeroTenantID: String) -> Call<Journals> {
      Call<Journals>(getJournalRow, ["journalID": PathValue(id: journalID)]).header("xero-tenant-id", xeroTenantID)
    }

    static let getJournalByNumberRow = endpoint(
      "getJournalByNumber", .get, "Journals/{journalNumber}", output: Journals.self,
      summary: "Retrieves a specific journal using a unique journal number"
    )
    /// Retrieves a specific journal using a unique journal number.
    ///
    /// - Parameters:
    ///   - journalNumber: Number of a Journal
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getJournalByNumber(journalNumber: Int, xeroTenantID: String) -> Call<Journals> {
      Call<Journals>(getJournalByNumberRow, ["journalNumber": PathValue(id: journalNumber)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let getLinkedTransactionsRow = endpoint(
      "getLinkedTransactions", .get,
      "LinkedTransactions{?page,LinkedTransactionID,SourceTransactionID,ContactID,Status,TargetTransactionID}",
      output: LinkedTransactions.self, summary: "Retrieves linked transactions (billable expenses)"
    )
    /// Retrieves linked transactions (billable expenses)
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - page: Up to 100 linked transactions will be returned in a single API call. Use the page parameter to
    ///     specify the page to be returned e.g. page=1.
    ///   - linkedTransactionID: The Xero identifier for an Linked Transaction
    ///   - sourceTransactionID: Filter by the SourceTransactionID. Get the linked transactions created from a particular ACCPAY
    ///     invoice
    ///   - contactID: Filter by the ContactID. Get all the linked transactions that have been assigned to a particular
    ///     customer.
    ///   - status: Filter by the combination of ContactID and Status. Get the linked transactions associated to a
    ///     customer and with a status
    ///   - targetTransactionID: Filter by the TargetTransactionID. Get all the linked transactions allocated to a particular ACCREC
    ///     invoice
    ///
    /// A guess from names, to be checked: all pages are read by
    /// `api.items(of: …, by: .numbers(page: "page"), elements: { $0.linkedTransactions ?? [] })`.
    public static func getLinkedTransactions(
      xeroTenantID: String, page: Int? = nil, linkedTransactionID: String? = nil, sourceTransactionID: String? = nil,
      contactID: String? = nil, status: String? = nil, targetTransactionID: String? = nil
    ) -> Call<LinkedTransactions> {
      Call<LinkedTransactions>(
        getLinkedTransactionsRow,
        [
          "page": PathValue(id: page), "LinkedTransactionID": PathValue(id: linkedTransactionID),
          "SourceTransactionID": PathValue(id: sourceTransactionID), "ContactID": PathValue(id: contactID),
          "Status": PathValue(id: status), "TargetTransactionID": PathValue(id: targetTransactionID),
        ]
      )
      .header("xero-tenant-id", xeroTenantID)
    }

    static let createLinkedTransactionRow = endpoint(
      "createLinkedTransaction", .put, "LinkedTransactions",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: LinkedTransaction.self, output: LinkedTransactions.self,
      summary: "Creates linked transactions (billable expenses)"
    )
    /// Creates linked transactions (billable expenses)
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: LinkedTransaction object in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createLinkedTransaction(
      xeroTenantID: String, body: LinkedTransaction, idempotencyKey: String? = nil
    ) -> Call<LinkedTransactions> {
      Call<LinkedTransactions>(createLinkedTransactionRow)
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getLinkedTransactionRow = endpoint(
      "getLinkedTransaction", .get, "LinkedTransactions/{linkedTransactionID}", output: LinkedTransactions.self,
      summary: "Retrieves a specific linked transaction (billable expenses) using a unique linked transac…"
    )
    /// Retrieves a specific linked transaction (billable expenses) using a unique linked transaction Id
    ///
    /// - Parameters:
    ///   - linkedTransactionID: Unique identifier for a LinkedTransaction
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getLinkedTransaction(linkedTransactionID: String, xeroTenantID: String) -> Call<LinkedTransactions> {
      Call<LinkedTransactions>(getLinkedTransactionRow, ["linkedTransactionID": PathValue(id: linkedTransactionID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let updateLinkedTransactionRow = endpoint(
      "updateLinkedTransaction", .post, "LinkedTransactions/{linkedTransactionID}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: LinkedTransactions.self, output: LinkedTransactions.self,
      summary: "Updates a specific linked transactions (billable expenses)"
    )
    /// Updates a specific linked transactions (billable expenses)
    ///
    /// - Parameters:
    ///   - linkedTransactionID: Unique identifier for a LinkedTransaction
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateLinkedTransaction(
      linkedTransactionID: String, xeroTenantID: String, body: LinkedTransactions, idempotencyKey: String? = nil
    ) -> Call<LinkedTransactions> {
      Call<LinkedTransactions>(updateLinkedTransactionRow, ["linkedTransactionID": PathValue(id: linkedTransactionID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let deleteLinkedTransactionRow = endpoint(
      "deleteLinkedTransaction", .delete, "LinkedTransactions/{linkedTransactionID}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      output: Okay.self, summary: "Deletes a specific linked transactions (billable expenses)"
    )
    /// Deletes a specific linked transactions (billable expenses)
    ///
    /// - Parameters:
    ///   - linkedTransactionID: Unique identifier for a LinkedTransaction
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func deleteLinkedTransaction(linkedTransactionID: String, xeroTenantID: String) -> Call<Okay> {
      Call<Okay>(deleteLinkedTransactionRow, ["linkedTransactionID": PathValue(id: linkedTransactionID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let getManualJournalsRow = endpoint(
      "getManualJournals", .get, "ManualJournals{?where,order,page,pageSize}", output: ManualJournals.self,
      summary: "Retrieves manual journals"
    )
    /// Retrieves manual journals
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - ifModifiedSince: Only records created or modified since this timestamp will be returned
    ///   - where: Filter by an any element
    ///   - order: Order by an any element
    ///   - page: e.g. page=1 – Up to 100 manual journals will be returned in a single API call with line items shown
    ///     for each overpayment
    ///   - pageSize: Number of records to retrieve per page
    public static func getManualJournals(
      xeroTenantID: String, ifModifiedSince: Date? = nil, `where`: String? = nil, order: String? = nil, page: Int? = nil,
      pageSize: Int? = nil
    ) -> Call<ManualJournals> {
      Call<ManualJournals>(
        getManualJournalsRow,
        [
          "where": PathValue(id: `where`), "order": PathValue(id: order), "page": PathValue(id: page),
          "pageSize": PathValue(id: pageSize),
        ]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("If-Modified-Since", ifPresent: ifModifiedSince?.ISO8601Format())
    }

    static let createManualJournalsRow = endpoint(
      "createManualJournals", .put, "ManualJournals{?summarizeErrors}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: ManualJournals.self, output: ManualJournals.self, summary: "Creates one or more manual journals"
    )
    /// Creates one or more manual journals
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: ManualJournals array with ManualJournal object in body of request
    ///   - summarizeErrors: If false return 200 OK and mix of successfully created objects and any with validation errors
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createManualJournals(
      xeroTenantID: String, body: ManualJournals, summarizeErrors: Bool? = nil, idempotencyKey: String? = nil
    ) -> Call<ManualJournals> {
      Call<ManualJournals>(createManualJournalsRow, ["summarizeErrors": PathValue(id: summarizeErrors)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let updateOrCreateManualJournalsRow = endpoint(
      "updateOrCreateManualJournals", .post, "ManualJournals{?summarizeErrors}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: ManualJournals.self, output: ManualJournals.self, summary: "Updates or creates a single manual journal"
    )
    /// Updates or creates a single manual journal
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: ManualJournals array with ManualJournal object in body of request
    ///   - summarizeErrors: If false return 200 OK and mix of successfully created objects and any with validation errors
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateOrCreateManualJournals(
      xeroTenantID: String, body: ManualJournals, summarizeErrors: Bool? = nil, idempotencyKey: String? = nil
    ) -> Call<ManualJournals> {
      Call<ManualJournals>(updateOrCreateManualJournalsRow, ["summarizeErrors": PathValue(id: summarizeErrors)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getManualJournalRow = endpoint(
      "getManualJournal", .get, "ManualJournals/{manualJournalID}", output: ManualJournals.self,
      summary: "Retrieves a specific manual journal"
    )
    /// Retrieves a specific manual journal
    ///
    /// - Parameters:
    ///   - manualJournalID: Unique identifier for a ManualJournal
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getManualJournal(manualJournalID: String, xeroTenantID: String) -> Call<ManualJournals> {
      Call<ManualJournals>(getManualJournalRow, ["manualJournalID": PathValue(id: manualJournalID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let updateManualJournalRow = endpoint(
      "updateManualJournal", .post, "ManualJournals/{manualJournalID}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: ManualJournals.self, output: ManualJournals.self, summary: "Updates a specific manual journal"
    )
    /// Updates a specific manual journal
    ///
    /// - Parameters:
    ///   - manualJournalID: Unique identifier for a ManualJournal
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateManualJournal(
      manualJournalID: String, xeroTenantID: String, body: ManualJournals, idempotencyKey: String? = nil
    ) -> Call<ManualJournals> {
      Call<ManualJournals>(updateManualJournalRow, ["manualJournalID": PathValue(id: manualJournalID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getManualJournalAttachmentsRow = endpoint(
      "getManualJournalAttachments", .get, "ManualJournals/{manualJournalID}/Attachments", output: Attachments.self,
      summary: "Retrieves attachment for a specific manual journal"
    )
    /// Retrieves attachment for a specific manual journal
    ///
    /// - Parameters:
    ///   - manualJournalID: Unique identifier for a ManualJournal
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getManualJournalAttachments(manualJournalID: String, xeroTenantID: String) -> Call<Attachments> {
      Call<Attachments>(getManualJournalAttachmentsRow, ["manualJournalID": PathValue(id: manualJournalID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let getManualJournalAttachmentByIDRow = endpoint(
      "getManualJournalAttachmentByID", .get, "ManualJournals/{manualJournalID}/Attachments/{attachmentID}",
      Options {
        $0.headers["Accept"] = "application/octet-stream"
      },
      output: Data.self, summary: "Allows you to retrieve a specific attachment from a specific manual journal using a uniqu…"
    )
    /// Allows you to retrieve a specific attachment from a specific manual journal using a unique attachment Id
    ///
    /// - Parameters:
    ///   - manualJournalID: Unique identifier for a ManualJournal
    ///   - attachmentID: Unique identifier for Attachment object
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - contentType: The mime type of the attachment file you are retrieving i.e image/jpg, application/pdf
    public static func getManualJournalAttachmentByID(
      manualJournalID: String, attachmentID: String, xeroTenantID: String, contentType: String
    ) -> Call<Data> {
      Call<Data>(
        getManualJournalAttachmentByIDRow,
        ["manualJournalID": PathValue(id: manualJournalID), "attachmentID": PathValue(id: attachmentID)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("contentType", contentType)
    }

    static let getManualJournalAttachmentByFileNameRow = endpoint(
      "getManualJournalAttachmentByFileName", .get, "ManualJournals/{manualJournalID}/Attachments/{fileName}",
      Options {
        $0.headers["Accept"] = "application/octet-stream"
      },
      output: Data.self, summary: "Retrieves a specific attachment from a specific manual journal by file name"
    )
    /// Retrieves a specific attachment from a specific manual journal by file name
    ///
    /// - Parameters:
    ///   - manualJournalID: Unique identifier for a ManualJournal
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - contentType: The mime type of the attachment file you are retrieving i.e image/jpg, application/pdf
    public static func getManualJournalAttachmentByFileName(
      manualJournalID: String, fileName: String, xeroTenantID: String, contentType: String
    ) -> Call<Data> {
      Call<Data>(
        getManualJournalAttachmentByFileNameRow,
        ["manualJournalID": PathValue(id: manualJournalID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("contentType", contentType)
    }

    static let updateManualJournalAttachmentByFileNameRow = endpoint(
      "updateManualJournalAttachmentByFileName", .post, "ManualJournals/{manualJournalID}/Attachments/{fileName}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Body.self, output: Attachments.self,
      summary: "Updates a specific attachment from a specific manual journal by file name"
    )
    /// Updates a specific attachment from a specific manual journal by file name
    ///
    /// - Parameters:
    ///   - manualJournalID: Unique identifier for a ManualJournal
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Byte array of file in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateManualJournalAttachmentByFileName(
      manualJournalID: String, fileName: String, xeroTenantID: String, body: Body, idempotencyKey: String? = nil
    ) -> Call<Attachments> {
      Call<Attachments>(
        updateManualJournalAttachmentByFileNameRow,
        ["manualJournalID": PathValue(id: manualJournalID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body, contentType: "application/octet-stream")
    }

    static let createManualJournalAttachmentByFileNameRow = endpoint(
      "createManualJournalAttachmentByFileName", .put, "ManualJournals/{manualJournalID}/Attachments/{fileName}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Body.self, output: Attachments.self,
      summary: "Creates a specific attachment for a specific manual journal by file name"
    )
    /// Creates a specific attachment for a specific manual journal by file name
    ///
    /// - Parameters:
    ///   - manualJournalID: Unique identifier for a ManualJournal
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Byte array of file in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createManualJournalAttachmentByFileName(
      manualJournalID: String, fileName: String, xeroTenantID: String, body: Body, idempotencyKey: String? = nil
    ) -> Call<Attachments> {
      Call<Attachments>(
        createManualJournalAttachmentByFileNameRow,
        ["manualJournalID": PathValue(id: manualJournalID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body, contentType: "application/octet-stream")
    }

    static let getManualJournalsHistoryRow = endpoint(
      "getManualJournalsHistory", .get, "ManualJournals/{manualJournalID}/History", output: HistoryRecords.self,
      summary: "Retrieves history for a specific manual journal"
    )
    /// Retrieves history for a specific manual journal
    ///
    /// - Parameters:
    ///   - manualJournalID: Unique identifier for a ManualJournal
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getManualJournalsHistory(manualJournalID: String, xeroTenantID: String) -> Call<HistoryRecords> {
      Call<HistoryRecords>(getManualJournalsHistoryRow, ["manualJournalID": PathValue(id: manualJournalID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let createManualJournalHistoryRecordRow = endpoint(
      "createManualJournalHistoryRecord", .put, "ManualJournals/{manualJournalID}/History",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: HistoryRecords.self, output: HistoryRecords.self,
      summary: "Creates a history record for a specific manual journal"
    )
    /// Creates a history record for a specific manual journal
    ///
    /// - Parameters:
    ///   - manualJournalID: Unique identifier for a ManualJournal
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: HistoryRecords containing an array of HistoryRecord objects in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createManualJournalHistoryRecord(
      manualJournalID: String, xeroTenantID: String, body: HistoryRecords, idempotencyKey: String? = nil
    ) -> Call<HistoryRecords> {
      Call<HistoryRecords>(createManualJournalHistoryRecordRow, ["manualJournalID": PathValue(id: manualJournalID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getOrganisationsRow = endpoint(
      "getOrganisations", .get, "Organisation", output: Organisations.self, summary: "Retrieves Xero organisation details"
    )
    /// Retrieves Xero organisation details
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getOrganisations(xeroTenantID: String) -> Call<Organisations> {
      Call<Organisations>(getOrganisationsRow).header("xero-tenant-id", xeroTenantID)
    }

    static let getOrganisationActionsRow = endpoint(
      "getOrganisationActions", .get, "Organisation/Actions", output: Actions.self,
      summary: "Retrieves a list of the key actions your app has permission to perform in the connected X…"
    )
    /// Retrieves a list of the key actions your app has permission to perform in the connected Xero organisation.
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getOrganisationActions(xeroTenantID: String) -> Call<Actions> {
      Call<Actions>(getOrganisationActionsRow).header("xero-tenant-id", xeroTenantID)
    }

    static let getOrganisationCisSettingsRow = endpoint(
      "getOrganisationCisSettings", .get, "Organisation/{organisationID}/CISSettings", output: CisOrgSettings.self,
      summary: "Retrieves the CIS settings for the Xero organistaion"
    )
    /// Retrieves the CIS settings for the Xero organistaion.
    ///
    /// - Parameters:
    ///   - organisationID: The unique Xero identifier for an organisation
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getOrganisationCisSettings(organisationID: String, xeroTenantID: String) -> Call<CisOrgSettings> {
      Call<CisOrgSettings>(getOrganisationCisSettingsRow, ["organisationID": PathValue(id: organisationID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let getOverpaymentsRow = endpoint(
      "getOverpayments", .get, "Overpayments{?where,order,page,unitdp,pageSize,References}", output: Overpayments.self,
      summary: "Retrieves overpayments"
    )
    /// Retrieves overpayments
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - ifModifiedSince: Only records created or modified since this timestamp will be returned
    ///   - where: Filter by an any element
    ///   - order: Order by an any element
    ///   - page: e.g. page=1 – Up to 100 overpayments will be returned in a single API call with line items shown for
    ///     each overpayment
    ///   - unitdp: e.g. unitdp=4 – (Unit Decimal Places) You can opt in to use four decimal places for unit amounts
    ///   - pageSize: Number of records to retrieve per page
    ///   - references: Filter by a comma-separated list of References
    public static func getOverpayments(
      xeroTenantID: String, ifModifiedSince: Date? = nil, `where`: String? = nil, order: String? = nil, page: Int? = nil,
      unitdp: Int? = nil, pageSize: Int? = nil, references: [String]? = nil
    ) -> Call<Overpayments> {
      Call<Overpayments>(
        getOverpaymentsRow,
        [
          "where": PathValue(id: `where`), "order": PathValue(id: order), "page": PathValue(id: page),
          "unitdp": PathValue(id: unitdp), "pageSize": PathValue(id: pageSize), "References": PathValue(id: references),
        ]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("If-Modified-Since", ifPresent: ifModifiedSince?.ISO8601Format())
    }

    static let getOverpaymentRow = endpoint(
      "getOverpayment", .get, "Overpayments/{overpaymentID}", output: Overpayments.self,
      summary: "Retrieves a specific overpayment using a unique overpayment Id"
    )
    /// Retrieves a specific overpayment using a unique overpayment Id
    ///
    /// - Parameters:
    ///   - overpaymentID: Unique identifier for a Overpayment
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getOverpayment(overpaymentID: String, xeroTenantID: String) -> Call<Overpayments> {
      Call<Overpayments>(getOverpaymentRow, ["overpaymentID": PathValue(id: overpaymentID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let createOverpaymentAllocationsRow = endpoint(
      "createOverpaymentAllocations", .put, "Overpayments/{overpaymentID}/Allocations{?summarizeErrors}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Allocations.self, output: Allocations.self, summary: "Creates a single allocation for a specific overpayment"
    )
    /// Creates a single allocation for a specific overpayment
    ///
    /// - Parameters:
    ///   - overpaymentID: Unique identifier for a Overpayment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Allocations array with Allocation object in body of request
    ///   - summarizeErrors: If false return 200 OK and mix of successfully created objects and any with validation errors
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createOverpaymentAllocations(
      overpaymentID: String, xeroTenantID: String, body: Allocations, summarizeErrors: Bool? = nil,
      idempotencyKey: String? = nil
    ) -> Call<Allocations> {
      Call<Allocations>(
        createOverpaymentAllocationsRow,
        ["overpaymentID": PathValue(id: overpaymentID), "summarizeErrors": PathValue(id: summarizeErrors)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body)
    }

    static let deleteOverpaymentAllocationsRow = endpoint(
      "deleteOverpaymentAllocations", .delete, "Overpayments/{overpaymentID}/Allocations/{allocationID}",
      output: Allocation.self, summary: "Deletes an Allocation from an overpayment"
    )
    /// Deletes an Allocation from an overpayment
    ///
    /// - Parameters:
    ///   - overpaymentID: Unique identifier for a Overpayment
    ///   - allocationID: Unique identifier for Allocation object
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func deleteOverpaymentAllocations(
      overpaymentID: String, allocationID: String, xeroTenantID: String
    ) -> Call<Allocation> {
      Call<Allocation>(
        deleteOverpaymentAllocationsRow,
        ["overpaymentID": PathValue(id: overpaymentID), "allocationID": PathValue(id: allocationID)]
      )
      .header("xero-tenant-id", xeroTenantID)
    }

    static let getOverpaymentHistoryRow = endpoint(
      "getOverpaymentHistory", .get, "Overpayments/{overpaymentID}/History", output: HistoryRecords.self,
      summary: "Retrieves history records of a specific overpayment"
    )
    /// Retrieves history records of a specific overpayment
    ///
    /// - Parameters:
    ///   - overpaymentID: Unique identifier for a Overpayment
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getOverpaymentHistory(overpaymentID: String, xeroTenantID: String) -> Call<HistoryRecords> {
      Call<HistoryRecords>(getOverpaymentHistoryRow, ["overpaymentID": PathValue(id: overpaymentID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let createOverpaymentHistoryRow = endpoint(
      "createOverpaymentHistory", .put, "Overpayments/{overpaymentID}/History",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: HistoryRecords.self, output: HistoryRecords.self, summary: "Creates a history record for a specific overpayment"
    )
    /// Creates a history record for a specific overpayment
    ///
    /// - Parameters:
    ///   - overpaymentID: Unique identifier for a Overpayment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: HistoryRecords containing an array of HistoryRecord objects in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createOverpaymentHistory(
      overpaymentID: String, xeroTenantID: String, body: HistoryRecords, idempotencyKey: String? = nil
    ) -> Call<HistoryRecords> {
      Call<HistoryRecords>(createOverpaymentHistoryRow, ["overpaymentID": PathValue(id: overpaymentID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getPaymentsRow = endpoint(
      "getPayments", .get, "Payments{?where,order,page,pageSize}", output: Payments.self,
      summary: "Retrieves payments for invoices and credit notes"
    )
    /// Retrieves payments for invoices and credit notes
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - ifModifiedSince: Only records created or modified since this timestamp will be returned
    ///   - where: Filter by an any element
    ///   - order: Order by an any element
    ///   - page: Up to 100 payments will be returned in a single API call
    ///   - pageSize: Number of records to retrieve per page
    public static func getPayments(
      xeroTenantID: String, ifModifiedSince: Date? = nil, `where`: String? = nil, order: String? = nil, page: Int? = nil,
      pageSize: Int? = nil
    ) -> Call<Payments> {
      Call<Payments>(
        getPaymentsRow,
        [
          "where": PathValue(id: `where`), "order": PathValue(id: order), "page": PathValue(id: page),
          "pageSize": PathValue(id: pageSize),
        ]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("If-Modified-Since", ifPresent: ifModifiedSince?.ISO8601Format())
    }

    static let createPaymentsRow = endpoint(
      "createPayments", .put, "Payments{?summarizeErrors}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Payments.self, output: Payments.self, summary: "Creates multiple payments for invoices or credit notes"
    )
    /// Creates multiple payments for invoices or credit notes
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Payments array with Payment object in body of request
    ///   - summarizeErrors: If false return 200 OK and mix of successfully created objects and any with validation errors
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createPayments(
      xeroTenantID: String, body: Payments, summarizeErrors: Bool? = nil, idempotencyKey: String? = nil
    ) -> Call<Payments> {
      Call<Payments>(createPaymentsRow, ["summarizeErrors": PathValue(id: summarizeErrors)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let createPaymentRow = endpoint(
      "createPayment", .post, "Payments",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Payment.self, output: Payments.self, summary: "Creates a single payment for invoice or credit notes"
    )
    /// Creates a single payment for invoice or credit notes
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Request body with a single Payment object
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createPayment(xeroTenantID: String, body: Payment, idempotencyKey: String? = nil) -> Call<Payments> {
      Call<Payments>(createPaymentRow)
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getPaymentRow = endpoint(
      "getPayment", .get, "Payments/{paymentID}", output: Payments.self,
      summary: "Retrieves a specific payment for invoices and credit notes using a unique payment Id"
    )
    /// Retrieves a specific payment for invoices and credit notes using a unique payment Id
    ///
    /// - Parameters:
    ///   - paymentID: Unique identifier for a Payment
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getPayment(paymentID: String, xeroTenantID: String) -> Call<Payments> {
      Call<Payments>(getPaymentRow, ["paymentID": PathValue(id: paymentID)]).header("xero-tenant-id", xeroTenantID)
    }

    static let deletePaymentRow = endpoint(
      "deletePayment", .post, "Payments/{paymentID}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: PaymentDelete.self, output: Payments.self, summary: "Updates a specific payment for invoices and credit notes"
    )
    /// Updates a specific payment for invoices and credit notes
    ///
    /// - Parameters:
    ///   - paymentID: Unique identifier for a Payment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func deletePayment(
      paymentID: String, xeroTenantID: String, body: PaymentDelete, idempotencyKey: String? = nil
    ) -> Call<Payments> {
      Call<Payments>(deletePaymentRow, ["paymentID": PathValue(id: paymentID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getPaymentHistoryRow = endpoint(
      "getPaymentHistory", .get, "Payments/{paymentID}/History", output: HistoryRecords.self,
      summary: "Retrieves history records of a specific payment"
    )
    /// Retrieves history records of a specific payment
    ///
    /// - Parameters:
    ///   - paymentID: Unique identifier for a Payment
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getPaymentHistory(paymentID: String, xeroTenantID: String) -> Call<HistoryRecords> {
      Call<HistoryRecords>(getPaymentHistoryRow, ["paymentID": PathValue(id: paymentID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let createPaymentHistoryRow = endpoint(
      "createPaymentHistory", .put, "Payments/{paymentID}/History",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: HistoryRecords.self, output: HistoryRecords.self, summary: "Creates a history record for a specific payment"
    )
    /// Creates a history record for a specific payment
    ///
    /// - Parameters:
    ///   - paymentID: Unique identifier for a Payment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: HistoryRecords containing an array of HistoryRecord objects in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createPaymentHistory(
      paymentID: String, xeroTenantID: String, body: HistoryRecords, idempotencyKey: String? = nil
    ) -> Call<HistoryRecords> {
      Call<HistoryRecords>(createPaymentHistoryRow, ["paymentID": PathValue(id: paymentID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getPaymentServicesRow = endpoint(
      "getPaymentServices", .get, "PaymentServices", output: PaymentServices.self, summary: "Retrieves payment services"
    )
    /// Retrieves payment services
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getPaymentServices(xeroTenantID: String) -> Call<PaymentServices> {
      Call<PaymentServices>(getPaymentServicesRow).header("xero-tenant-id", xeroTenantID)
    }

    static let createPaymentServiceRow = endpoint(
      "createPaymentService", .put, "PaymentServices",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: PaymentServices.self, output: PaymentServices.self, summary: "Creates a payment service"
    )
    /// Creates a payment service
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: PaymentServices array with PaymentService object in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createPaymentService(
      xeroTenantID: String, body: PaymentServices, idempotencyKey: String? = nil
    ) -> Call<PaymentServices> {
      Call<PaymentServices>(createPaymentServiceRow)
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getPrepaymentsRow = endpoint(
      "getPrepayments", .get, "Prepayments{?where,order,page,unitdp,pageSize,InvoiceNumbers}", output: Prepayments.self,
      summary: "Retrieves prepayments"
    )
    /// Retrieves prepayments
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - ifModifiedSince: Only records created or modified since this timestamp will be returned
    ///   - where: Filter by an any element
    ///   - order: Order by an any element
    ///   - page: e.g. page=1 – Up to 100 prepayments will be returned in a single API call with line items shown for
    ///     each overpayment
    ///   - unitdp: e.g. unitdp=4 – (Unit Decimal Places) You can opt in to use four decimal places for unit amounts
    ///   - pageSize: Number of records to retrieve per page
    ///   - invoiceNumbers: Filter by a comma-separated list of InvoiceNumbers
    public static func getPrepayments(
      xeroTenantID: String, ifModifiedSince: Date? = nil, `where`: String? = nil, order: String? = nil, page: Int? = nil,
      unitdp: Int? = nil, pageSize: Int? = nil, invoiceNumbers: [String]? = nil
    ) -> Call<Prepayments> {
      Call<Prepayments>(
        getPrepaymentsRow,
        [
          "where": PathValue(id: `where`), "order": PathValue(id: order), "page": PathValue(id: page),
          "unitdp": PathValue(id: unitdp), "pageSize": PathValue(id: pageSize),
          "InvoiceNumbers": PathValue(id: invoiceNumbers),
        ]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("If-Modified-Since", ifPresent: ifModifiedSince?.ISO8601Format())
    }

    static let getPrepaymentRow = endpoint(
      "getPrepayment", .get, "Prepayments/{prepaymentID}", output: Prepayments.self,
      summary: "Allows you to retrieve a specified prepayments"
    )
    /// Allows you to retrieve a specified prepayments
    ///
    /// - Parameters:
    ///   - prepaymentID: Unique identifier for a PrePayment
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getPrepayment(prepaymentID: String, xeroTenantID: String) -> Call<Prepayments> {
      Call<Prepayments>(getPrepaymentRow, ["prepaymentID": PathValue(id: prepaymentID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let createPrepaymentAllocationsRow = endpoint(
      "createPrepaymentAllocations", .put, "Prepayments/{prepaymentID}/Allocations{?summarizeErrors}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Allocations.self, output: Allocations.self, summary: "Allows you to create an Allocation for prepayments"
    )
    /// Allows you to create an Allocation for prepayments
    ///
    /// - Parameters:
    ///   - prepaymentID: Unique identifier for a PrePayment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Allocations with an array of Allocation object in body of request
    ///   - summarizeErrors: If false return 200 OK and mix of successfully created objects and any with validation errors
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createPrepaymentAllocations(
      prepaymentID: String, xeroTenantID: String, body: Allocations, summarizeErrors: Bool? = nil,
      idempotencyKey: String? = nil
    ) -> Call<Allocations> {
      Call<Allocations>(
        createPrepaymentAllocationsRow,
        ["prepaymentID": PathValue(id: prepaymentID), "summarizeErrors": PathValue(id: summarizeErrors)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body)
    }

    static let deletePrepaymentAllocationsRow = endpoint(
      "deletePrepaymentAllocations", .delete, "Prepayments/{prepaymentID}/Allocations/{allocationID}",
      output: Allocation.self, summary: "Deletes an Allocation from a Prepayment"
    )
    /// Deletes an Allocation from a Prepayment
    ///
    /// - Parameters:
    ///   - prepaymentID: Unique identifier for a PrePayment
    ///   - allocationID: Unique identifier for Allocation object
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func deletePrepaymentAllocations(
      prepaymentID: String, allocationID: String, xeroTenantID: String
    ) -> Call<Allocation> {
      Call<Allocation>(
        deletePrepaymentAllocationsRow,
        ["prepaymentID": PathValue(id: prepaymentID), "allocationID": PathValue(id: allocationID)]
      )
      .header("xero-tenant-id", xeroTenantID)
    }

    static let getPrepaymentHistoryRow = endpoint(
      "getPrepaymentHistory", .get, "Prepayments/{prepaymentID}/History", output: HistoryRecords.self,
      summary: "Retrieves history record for a specific prepayment"
    )
    /// Retrieves history record for a specific prepayment
    ///
    /// - Parameters:
    ///   - prepaymentID: Unique identifier for a PrePayment
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getPrepaymentHistory(prepaymentID: String, xeroTenantID: String) -> Call<HistoryRecords> {
      Call<HistoryRecords>(getPrepaymentHistoryRow, ["prepaymentID": PathValue(id: prepaymentID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let createPrepaymentHistoryRow = endpoint(
      "createPrepaymentHistory", .put, "Prepayments/{prepaymentID}/History",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: HistoryRecords.self, output: HistoryRecords.self, summary: "Creates a history record for a specific prepayment"
    )
    /// Creates a history record for a specific prepayment
    ///
    /// - Parameters:
    ///   - prepaymentID: Unique identifier for a PrePayment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: HistoryRecords containing an array of HistoryRecord objects in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createPrepaymentHistory(
      prepaymentID: String, xeroTenantID: String, body: HistoryRecords, idempotencyKey: String? = nil
    ) -> Call<HistoryRecords> {
      Call<HistoryRecords>(createPrepaymentHistoryRow, ["prepaymentID": PathValue(id: prepaymentID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getPurchaseOrdersRow = endpoint(
      "getPurchaseOrders", .get, "PurchaseOrders{?Status,DateFrom,DateTo,order,page,pageSize}", output: PurchaseOrders.self,
      summary: "Retrieves purchase orders"
    )
    /// Retrieves purchase orders
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - ifModifiedSince: Only records created or modified since this timestamp will be returned
    ///   - status: Filter by purchase order status
    ///   - dateFrom: Filter by purchase order date (e.g. GET
    ///     https://.../PurchaseOrders?DateFrom=2015-12-01&DateTo=2015-12-31
    ///   - dateTo: Filter by purchase order date (e.g. GET
    ///     https://.../PurchaseOrders?DateFrom=2015-12-01&DateTo=2015-12-31
    ///   - order: Order by an any element
    ///   - page: To specify a page, append the page parameter to the URL e.g. ?page=1. If there are 100 records in
    ///     the response you will need to check if there is any more data by fetching the next page e.g ?page=2
    ///     and continuing this process until no more results are returned.
    ///   - pageSize: Number of records to retrieve per page
    public static func getPurchaseOrders(
      xeroTenantID: String, ifModifiedSince: Date? = nil, status: GetPurchaseOrdersStatus? = nil, dateFrom: String? = nil,
      dateTo: String? = nil, order: String? = nil, page: Int? = nil, pageSize: Int? = nil
    ) -> Call<PurchaseOrders> {
      Call<PurchaseOrders>(
        getPurchaseOrdersRow,
        [
          "Status": PathValue(id: status), "DateFrom": PathValue(id: dateFrom), "DateTo": PathValue(id: dateTo),
          "order": PathValue(id: order), "page": PathValue(id: page), "pageSize": PathValue(id: pageSize),
        ]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("If-Modified-Since", ifPresent: ifModifiedSince?.ISO8601Format())
    }

    static let createPurchaseOrdersRow = endpoint(
      "createPurchaseOrders", .put, "PurchaseOrders{?summarizeErrors}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: PurchaseOrders.self, output: PurchaseOrders.self, summary: "Creates one or more purchase orders"
    )
    /// Creates one or more purchase orders
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: PurchaseOrders with an array of PurchaseOrder object in body of request
    ///   - summarizeErrors: If false return 200 OK and mix of successfully created objects and any with validation errors
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createPurchaseOrders(
      xeroTenantID: String, body: PurchaseOrders, summarizeErrors: Bool? = nil, idempotencyKey: String? = nil
    ) -> Call<PurchaseOrders> {
      Call<PurchaseOrders>(createPurchaseOrdersRow, ["summarizeErrors": PathValue(id: summarizeErrors)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let updateOrCreatePurchaseOrdersRow = endpoint(
      "updateOrCreatePurchaseOrders", .post, "PurchaseOrders{?summarizeErrors}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: PurchaseOrders.self, output: PurchaseOrders.self, summary: "Updates or creates one or more purchase orders"
    )
    /// Updates or creates one or more purchase orders
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - summarizeErrors: If false return 200 OK and mix of successfully created objects and any with validation errors
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateOrCreatePurchaseOrders(
      xeroTenantID: String, body: PurchaseOrders, summarizeErrors: Bool? = nil, idempotencyKey: String? = nil
    ) -> Call<PurchaseOrders> {
      Call<PurchaseOrders>(updateOrCreatePurchaseOrdersRow, ["summarizeErrors": PathValue(id: summarizeErrors)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getPurchaseOrderAsPDFRow = endpoint(
      "getPurchaseOrderAsPDF", .get, "PurchaseOrders/{purchaseOrderID}/pdf",
      Options {
        $0.headers["Accept"] = "application/pdf"
      },
      output: Data.self, summary: "Retrieves specific purchase order as PDF files using a unique purchase order Id"
    )
    /// Retrieves specific purchase order as PDF files using a unique purchase order Id
    ///
    /// - Parameters:
    ///   - purchaseOrderID: Unique identifier for an Purchase Order
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getPurchaseOrderAsPDF(purchaseOrderID: String, xeroTenantID: String) -> Call<Data> {
      Call<Data>(getPurchaseOrderAsPDFRow, ["purchaseOrderID": PathValue(id: purchaseOrderID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let getPurchaseOrderRow = endpoint(
      "getPurchaseOrder", .get, "PurchaseOrders/{purchaseOrderID}", output: PurchaseOrders.self,
      summary: "Retrieves a specific purchase order using a unique purchase order Id"
    )
    /// Retrieves a specific purchase order using a unique purchase order Id
    ///
    /// - Parameters:
    ///   - purchaseOrderID: Unique identifier for an Purchase Order
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getPurchaseOrder(purchaseOrderID: String, xeroTenantID: String) -> Call<PurchaseOrders> {
      Call<PurchaseOrders>(getPurchaseOrderRow, ["purchaseOrderID": PathValue(id: purchaseOrderID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let updatePurchaseOrderRow = endpoint(
      "updatePurchaseOrder", .post, "PurchaseOrders/{purchaseOrderID}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: PurchaseOrders.self, output: PurchaseOrders.self, summary: "Updates a specific purchase order"
    )
    /// Updates a specific purchase order
    ///
    /// - Parameters:
    ///   - purchaseOrderID: Unique identifier for an Purchase Order
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updatePurchaseOrder(
      purchaseOrderID: String, xeroTenantID: String, body: PurchaseOrders, idempotencyKey: String? = nil
    ) -> Call<PurchaseOrders> {
      Call<PurchaseOrders>(updatePurchaseOrderRow, ["purchaseOrderID": PathValue(id: purchaseOrderID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getPurchaseOrderByNumberRow = endpoint(
      "getPurchaseOrderByNumber", .get, "PurchaseOrders/{purchaseOrderNumber}", output: PurchaseOrders.self,
      summary: "Retrieves a specific purchase order using purchase order number"
    )
    /// Retrieves a specific purchase order using purchase order number
    ///
    /// - Parameters:
    ///   - purchaseOrderNumber: Unique identifier for a PurchaseOrder
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getPurchaseOrderByNumber(purchaseOrderNumber: String, xeroTenantID: String) -> Call<PurchaseOrders> {
      Call<PurchaseOrders>(getPurchaseOrderByNumberRow, ["purchaseOrderNumber": PathValue(id: purchaseOrderNumber)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let getPurchaseOrderHistoryRow = endpoint(
      "getPurchaseOrderHistory", .get, "PurchaseOrders/{purchaseOrderID}/History", output: HistoryRecords.self,
      summary: "Retrieves history for a specific purchase order"
    )
    /// Retrieves history for a specific purchase order
    ///
    /// - Parameters:
    ///   - purchaseOrderID: Unique identifier for an Purchase Order
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getPurchaseOrderHistory(purchaseOrderID: String, xeroTenantID: String) -> Call<HistoryRecords> {
      Call<HistoryRecords>(getPurchaseOrderHistoryRow, ["purchaseOrderID": PathValue(id: purchaseOrderID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let createPurchaseOrderHistoryRow = endpoint(
      "createPurchaseOrderHistory", .put, "PurchaseOrders/{purchaseOrderID}/History",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: HistoryRecords.self, output: HistoryRecords.self,
      summary: "Creates a history record for a specific purchase orders"
    )
    /// Creates a history record for a specific purchase orders
    ///
    /// - Parameters:
    ///   - purchaseOrderID: Unique identifier for an Purchase Order
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: HistoryRecords containing an array of HistoryRecord objects in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createPurchaseOrderHistory(
      purchaseOrderID: String, xeroTenantID: String, body: HistoryRecords, idempotencyKey: String? = nil
    ) -> Call<HistoryRecords> {
      Call<HistoryRecords>(createPurchaseOrderHistoryRow, ["purchaseOrderID": PathValue(id: purchaseOrderID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getPurchaseOrderAttachmentsRow = endpoint(
      "getPurchaseOrderAttachments", .get, "PurchaseOrders/{purchaseOrderID}/Attachments", output: Attachments.self,
      summary: "Retrieves attachments for a specific purchase order"
    )
    /// Retrieves attachments for a specific purchase order
    ///
    /// - Parameters:
    ///   - purchaseOrderID: Unique identifier for an Purchase Order
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getPurchaseOrderAttachments(purchaseOrderID: String, xeroTenantID: String) -> Call<Attachments> {
      Call<Attachments>(getPurchaseOrderAttachmentsRow, ["purchaseOrderID": PathValue(id: purchaseOrderID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let getPurchaseOrderAttachmentByIDRow = endpoint(
      "getPurchaseOrderAttachmentByID", .get, "PurchaseOrders/{purchaseOrderID}/Attachments/{attachmentID}",
      Options {
        $0.headers["Accept"] = "application/octet-stream"
      },
      output: Data.self, summary: "Retrieves specific attachment for a specific purchase order using a unique attachment Id"
    )
    /// Retrieves specific attachment for a specific purchase order using a unique attachment Id
    ///
    /// - Parameters:
    ///   - purchaseOrderID: Unique identifier for an Purchase Order
    ///   - attachmentID: Unique identifier for Attachment object
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - contentType: The mime type of the attachment file you are retrieving i.e image/jpg, application/pdf
    public static func getPurchaseOrderAttachmentByID(
      purchaseOrderID: String, attachmentID: String, xeroTenantID: String, contentType: String
    ) -> Call<Data> {
      Call<Data>(
        getPurchaseOrderAttachmentByIDRow,
        ["purchaseOrderID": PathValue(id: purchaseOrderID), "attachmentID": PathValue(id: attachmentID)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("contentType", contentType)
    }

    static let getPurchaseOrderAttachmentByFileNameRow = endpoint(
      "getPurchaseOrderAttachmentByFileName", .get, "PurchaseOrders/{purchaseOrderID}/Attachments/{fileName}",
      Options {
        $0.headers["Accept"] = "application/octet-stream"
      },
      output: Data.self, summary: "Retrieves a specific attachment for a specific purchase order by filename"
    )
    /// Retrieves a specific attachment for a specific purchase order by filename
    ///
    /// - Parameters:
    ///   - purchaseOrderID: Unique identifier for an Purchase Order
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - contentType: The mime type of the attachment file you are retrieving i.e image/jpg, application/pdf
    public static func getPurchaseOrderAttachmentByFileName(
      purchaseOrderID: String, fileName: String, xeroTenantID: String, contentType: String
    ) -> Call<Data> {
      Call<Data>(
        getPurchaseOrderAttachmentByFileNameRow,
        ["purchaseOrderID": PathValue(id: purchaseOrderID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("contentType", contentType)
    }

    static let updatePurchaseOrderAttachmentByFileNameRow = endpoint(
      "updatePurchaseOrderAttachmentByFileName", .post, "PurchaseOrders/{purchaseOrderID}/Attachments/{fileName}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Body.self, output: Attachments.self,
      summary: "Updates a specific attachment for a specific purchase order by filename"
    )
    /// Updates a specific attachment for a specific purchase order by filename
    ///
    /// - Parameters:
    ///   - purchaseOrderID: Unique identifier for an Purchase Order
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Byte array of file in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updatePurchaseOrderAttachmentByFileName(
      purchaseOrderID: String, fileName: String, xeroTenantID: String, body: Body, idempotencyKey: String? = nil
    ) -> Call<Attachments> {
      Call<Attachments>(
        updatePurchaseOrderAttachmentByFileNameRow,
        ["purchaseOrderID": PathValue(id: purchaseOrderID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body, contentType: "application/octet-stream")
    }

    static let createPurchaseOrderAttachmentByFileNameRow = endpoint(
      "createPurchaseOrderAttachmentByFileName", .put, "PurchaseOrders/{purchaseOrderID}/Attachments/{fileName}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Body.self, output: Attachments.self, summary: "Creates attachment for a specific purchase order"
    )
    /// Creates attachment for a specific purchase order
    ///
    /// - Parameters:
    ///   - purchaseOrderID: Unique identifier for an Purchase Order
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Byte array of file in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createPurchaseOrderAttachmentByFileName(
      purchaseOrderID: String, fileName: String, xeroTenantID: String, body: Body, idempotencyKey: String? = nil
    ) -> Call<Attachments> {
      Call<Attachments>(
        createPurchaseOrderAttachmentByFileNameRow,
        ["purchaseOrderID": PathValue(id: purchaseOrderID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body, contentType: "application/octet-stream")
    }

    static let getQuotesRow = endpoint(
      "getQuotes", .get, "Quotes{?DateFrom,DateTo,ExpiryDateFrom,ExpiryDateTo,ContactID,Status,page,order,QuoteNumber}",
      output: Quotes.self, summary: "Retrieves sales quotes"
    )
    /// Retrieves sales quotes
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - ifModifiedSince: Only records created or modified since this timestamp will be returned
    ///   - dateFrom: Filter for quotes after a particular date
    ///   - dateTo: Filter for quotes before a particular date
    ///   - expiryDateFrom: Filter for quotes expiring after a particular date
    ///   - expiryDateTo: Filter for quotes before a particular date
    ///   - contactID: Filter for quotes belonging to a particular contact
    ///   - status: Filter for quotes of a particular Status
    ///   - page: e.g. page=1 – Up to 100 Quotes will be returned in a single API call with line items shown for each
    ///     quote
    ///   - order: Order by an any element
    ///   - quoteNumber: Filter by quote number (e.g. GET https://.../Quotes?QuoteNumber=QU-0001)
    ///
    /// A guess from names, to be checked: all pages are read by
    /// `api.items(of: …, by: .numbers(page: "page"), elements: { $0.quotes ?? [] })`.
    public static func getQuotes(
      xeroTenantID: String, ifModifiedSince: Date? = nil, dateFrom: CalendarDate? = nil, dateTo: CalendarDate? = nil,
      expiryDateFrom: CalendarDate? = nil, expiryDateTo: CalendarDate? = nil, contactID: String? = nil, status: String? = nil,
      page: Int? = nil, order: String? = nil, quoteNumber: String? = nil
    ) -> Call<Quotes> {
      Call<Quotes>(
        getQuotesRow,
        [
          "DateFrom": PathValue(id: dateFrom), "DateTo": PathValue(id: dateTo),
          "ExpiryDateFrom": PathValue(id: expiryDateFrom), "ExpiryDateTo": PathValue(id: expiryDateTo),
          "ContactID": PathValue(id: contactID), "Status": PathValue(id: status), "page": PathValue(id: page),
          "order": PathValue(id: order), "QuoteNumber": PathValue(id: quoteNumber),
        ]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("If-Modified-Since", ifPresent: ifModifiedSince?.ISO8601Format())
    }

    static let createQuotesRow = endpoint(
      "createQuotes", .put, "Quotes{?summarizeErrors}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Quotes.self, output: Quotes.self, summary: "Create one or more quotes"
    )
    /// Create one or more quotes
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Quotes with an array of Quote object in body of request
    ///   - summarizeErrors: If false return 200 OK and mix of successfully created objects and any with validation errors
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createQuotes(
      xeroTenantID: String, body: Quotes, summarizeErrors: Bool? = nil, idempotencyKey: String? = nil
    ) -> Call<Quotes> {
      Call<Quotes>(createQuotesRow, ["summarizeErrors": PathValue(id: summarizeErrors)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let updateOrCreateQuotesRow = endpoint(
      "updateOrCreateQuotes", .post, "Quotes{?summarizeErrors}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Quotes.self, output: Quotes.self, summary: "Updates or creates one or more quotes"
    )
    /// Updates or creates one or more quotes
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - summarizeErrors: If false return 200 OK and mix of successfully created objects and any with validation errors
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateOrCreateQuotes(
      xeroTenantID: String, body: Quotes, summarizeErrors: Bool? = nil, idempotencyKey: String? = nil
    ) -> Call<Quotes> {
      Call<Quotes>(updateOrCreateQuotesRow, ["summarizeErrors": PathValue(id: summarizeErrors)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getQuoteRow = endpoint(
      "getQuote", .get, "Quotes/{quoteID}", output: Quotes.self, summary: "Retrieves a specific quote using a unique quote Id"
    )
    /// Retrieves a specific quote using a unique quote Id
    ///
    /// - Parameters:
    ///   - quoteID: Unique identifier for an Quote
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getQuote(quoteID: String, xeroTenantID: String) -> Call<Quotes> {
      Call<Quotes>(getQuoteRow, ["quoteID": PathValue(id: quoteID)]).header("xero-tenant-id", xeroTenantID)
    }

    static let updateQuoteRow = endpoint(
      "updateQuote", .post, "Quotes/{quoteID}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Quotes.self, output: Quotes.self, summary: "Updates a specific quote"
    )
    /// Updates a specific quote
    ///
    /// - Parameters:
    ///   - quoteID: Unique identifier for an Quote
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateQuote(
      quoteID: String, xeroTenantID: String, body: Quotes, idempotencyKey: String? = nil
    ) -> Call<Quotes> {
      Call<Quotes>(updateQuoteRow, ["quoteID": PathValue(id: quoteID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getQuoteHistoryRow = endpoint(
      "getQuoteHistory", .get, "Quotes/{quoteID}/History", output: HistoryRecords.self,
      summary: "Retrieves history records of a specific quote"
    )
    /// Retrieves history records of a specific quote
    ///
    /// - Parameters:
    ///   - quoteID: Unique identifier for an Quote
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getQuoteHistory(quoteID: String, xeroTenantID: String) -> Call<HistoryRecords> {
      Call<HistoryRecords>(getQuoteHistoryRow, ["quoteID": PathValue(id: quoteID)]).header("xero-tenant-id", xeroTenantID)
    }

    static let createQuoteHistoryRow = endpoint(
      "createQuoteHistory", .put, "Quotes/{quoteID}/History",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: HistoryRecords.self, output: HistoryRecords.self, summary: "Creates a history record for a specific quote"
    )
    /// Creates a history record for a specific quote
    ///
    /// - Parameters:
    ///   - quoteID: Unique identifier for an Quote
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: HistoryRecords containing an array of HistoryRecord objects in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createQuoteHistory(
      quoteID: String, xeroTenantID: String, body: HistoryRecords, idempotencyKey: String? = nil
    ) -> Call<HistoryRecords> {
      Call<HistoryRecords>(createQuoteHistoryRow, ["quoteID": PathValue(id: quoteID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getQuoteAsPDFRow = endpoint(
      "getQuoteAsPDF", .get, "Quotes/{quoteID}/pdf",
      Options {
        $0.headers["Accept"] = "application/pdf"
      },
      output: Data.self, summary: "Retrieves a specific quote as a PDF file using a unique quote Id"
    )
    /// Retrieves a specific quote as a PDF file using a unique quote Id
    ///
    /// - Parameters:
    ///   - quoteID: Unique identifier for an Quote
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getQuoteAsPDF(quoteID: String, xeroTenantID: String) -> Call<Data> {
      Call<Data>(getQuoteAsPDFRow, ["quoteID": PathValue(id: quoteID)]).header("xero-tenant-id", xeroTenantID)
    }

    static let getQuoteAttachmentsRow = endpoint(
      "getQuoteAttachments", .get, "Quotes/{quoteID}/Attachments", output: Attachments.self,
      summary: "Retrieves attachments for a specific quote"
    )
    /// Retrieves attachments for a specific quote
    ///
    /// - Parameters:
    ///   - quoteID: Unique identifier for an Quote
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getQuoteAttachments(quoteID: String, xeroTenantID: String) -> Call<Attachments> {
      Call<Attachments>(getQuoteAttachmentsRow, ["quoteID": PathValue(id: quoteID)]).header("xero-tenant-id", xeroTenantID)
    }

    static let getQuoteAttachmentByIDRow = endpoint(
      "getQuoteAttachmentByID", .get, "Quotes/{quoteID}/Attachments/{attachmentID}",
      Options {
        $0.headers["Accept"] = "application/octet-stream"
      },
      output: Data.self, summary: "Retrieves a specific attachment from a specific quote using a unique attachment Id"
    )
    /// Retrieves a specific attachment from a specific quote using a unique attachment Id
    ///
    /// - Parameters:
    ///   - quoteID: Unique identifier for an Quote
    ///   - attachmentID: Unique identifier for Attachment object
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - contentType: The mime type of the attachment file you are retrieving i.e image/jpg, application/pdf
    public static func getQuoteAttachmentByID(
      quoteID: String, attachmentID: String, xeroTenantID: String, contentType: String
    ) -> Call<Data> {
      Call<Data>(getQuoteAttachmentByIDRow, ["quoteID": PathValue(id: quoteID), "attachmentID": PathValue(id: attachmentID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("contentType", contentType)
    }

    static let getQuoteAttachmentByFileNameRow = endpoint(
      "getQuoteAttachmentByFileName", .get, "Quotes/{quoteID}/Attachments/{fileName}",
      Options {
        $0.headers["Accept"] = "application/octet-stream"
      },
      output: Data.self, summary: "Retrieves a specific attachment from a specific quote by filename"
    )
    /// Retrieves a specific attachment from a specific quote by filename
    ///
    /// - Parameters:
    ///   - quoteID: Unique identifier for an Quote
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - contentType: The mime type of the attachment file you are retrieving i.e image/jpg, application/pdf
    public static func getQuoteAttachmentByFileName(
      quoteID: String, fileName: String, xeroTenantID: String, contentType: String
    ) -> Call<Data> {
      Call<Data>(getQuoteAttachmentByFileNameRow, ["quoteID": PathValue(id: quoteID), "fileName": PathValue(id: fileName)])
        .header("xero-tenant-id", xeroTenantID)
        .header("contentType", contentType)
    }

    static let updateQuoteAttachmentByFileNameRow = endpoint(
      "updateQuoteAttachmentByFileName", .post, "Quotes/{quoteID}/Attachments/{fileName}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Body.self, output: Attachments.self, summary: "Updates a specific attachment from a specific quote by filename"
    )
    /// Updates a specific attachment from a specific quote by filename
    ///
    /// - Parameters:
    ///   - quoteID: Unique identifier for an Quote
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Byte array of file in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateQuoteAttachmentByFileName(
      quoteID: String, fileName: String, xeroTenantID: String, body: Body, idempotencyKey: String? = nil
    ) -> Call<Attachments> {
      Call<Attachments>(
        updateQuoteAttachmentByFileNameRow, ["quoteID": PathValue(id: quoteID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body, contentType: "application/octet-stream")
    }

    static let createQuoteAttachmentByFileNameRow = endpoint(
      "createQuoteAttachmentByFileName", .put, "Quotes/{quoteID}/Attachments/{fileName}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Body.self, output: Attachments.self, summary: "Creates attachment for a specific quote"
    )
    /// Creates attachment for a specific quote
    ///
    /// - Parameters:
    ///   - quoteID: Unique identifier for an Quote
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Byte array of file in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createQuoteAttachmentByFileName(
      quoteID: String, fileName: String, xeroTenantID: String, body: Body, idempotencyKey: String? = nil
    ) -> Call<Attachments> {
      Call<Attachments>(
        createQuoteAttachmentByFileNameRow, ["quoteID": PathValue(id: quoteID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body, contentType: "application/octet-stream")
    }

    static let getReceiptsRow = endpoint(
      "getReceipts", .get, "Receipts{?where,order,unitdp}", output: Receipts.self,
      summary: "Retrieves draft expense claim receipts for any user"
    )
    /// Retrieves draft expense claim receipts for any user
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - ifModifiedSince: Only records created or modified since this timestamp will be returned
    ///   - where: Filter by an any element
    ///   - order: Order by an any element
    ///   - unitdp: e.g. unitdp=4 – (Unit Decimal Places) You can opt in to use four decimal places for unit amounts
    public static func getReceipts(
      xeroTenantID: String, ifModifiedSince: Date? = nil, `where`: String? = nil, order: String? = nil, unitdp: Int? = nil
    ) -> Call<Receipts> {
      Call<Receipts>(
        getReceiptsRow, ["where": PathValue(id: `where`), "order": PathValue(id: order), "unitdp": PathValue(id: unitdp)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("If-Modified-Since", ifPresent: ifModifiedSince?.ISO8601Format())
    }

    static let createReceiptRow = endpoint(
      "createReceipt", .put, "Receipts{?unitdp}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Receipts.self, output: Receipts.self, summary: "Creates draft expense claim receipts for any user"
    )
    /// Creates draft expense claim receipts for any user
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Receipts with an array of Receipt object in body of request
    ///   - unitdp: e.g. unitdp=4 – (Unit Decimal Places) You can opt in to use four decimal places for unit amounts
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createReceipt(
      xeroTenantID: String, body: Receipts, unitdp: Int? = nil, idempotencyKey: String? = nil
    ) -> Call<Receipts> {
      Call<Receipts>(createReceiptRow, ["unitdp": PathValue(id: unitdp)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getReceiptRow = endpoint(
      "getReceipt", .get, "Receipts/{receiptID}{?unitdp}", output: Receipts.self,
      summary: "Retrieves a specific draft expense claim receipt by using a unique receipt Id"
    )
    /// Retrieves a specific draft expense claim receipt by using a unique receipt Id
    ///
    /// - Parameters:
    ///   - receiptID: Unique identifier for a Receipt
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - unitdp: e.g. unitdp=4 – (Unit Decimal Places) You can opt in to use four decimal places for unit amounts
    public static func getReceipt(receiptID: String, xeroTenantID: String, unitdp: Int? = nil) -> Call<Receipts> {
      Call<Receipts>(getReceiptRow, ["receiptID": PathValue(id: receiptID), "unitdp": PathValue(id: unitdp)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let updateReceiptRow = endpoint(
      "updateReceipt", .post, "Receipts/{receiptID}{?unitdp}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Receipts.self, output: Receipts.self, summary: "Updates a specific draft expense claim receipts"
    )
    /// Updates a specific draft expense claim receipts
    ///
    /// - Parameters:
    ///   - receiptID: Unique identifier for a Receipt
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - unitdp: e.g. unitdp=4 – (Unit Decimal Places) You can opt in to use four decimal places for unit amounts
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateReceipt(
      receiptID: String, xeroTenantID: String, body: Receipts, unitdp: Int? = nil, idempotencyKey: String? = nil
    ) -> Call<Receipts> {
      Call<Receipts>(updateReceiptRow, ["receiptID": PathValue(id: receiptID), "unitdp": PathValue(id: unitdp)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getReceiptAttachmentsRow = endpoint(
      "getReceiptAttachments", .get, "Receipts/{receiptID}/Attachments", output: Attachments.self,
      summary: "Retrieves attachments for a specific expense claim receipt"
    )
    /// Retrieves attachments for a specific expense claim receipt
    ///
    /// - Parameters:
    ///   - receiptID: Unique identifier for a Receipt
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getReceiptAttachments(receiptID: String, xeroTenantID: String) -> Call<Attachments> {
      Call<Attachments>(getReceiptAttachmentsRow, ["receiptID": PathValue(id: receiptID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let getReceiptAttachmentByIDRow = endpoint(
      "getReceiptAttachmentByID", .get, "Receipts/{receiptID}/Attachments/{attachmentID}",
      Options {
        $0.headers["Accept"] = "application/octet-stream"
      },
      output: Data.self, summary: "Retrieves a specific attachments from a specific expense claim receipts by using a unique…"
    )
    /// Retrieves a specific attachments from a specific expense claim receipts by using a unique attachment Id
    ///
    /// - Parameters:
    ///   - receiptID: Unique identifier for a Receipt
    ///   - attachmentID: Unique identifier for Attachment object
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - contentType: The mime type of the attachment file you are retrieving i.e image/jpg, application/pdf
    public static func getReceiptAttachmentByID(
      receiptID: String, attachmentID: String, xeroTenantID: String, contentType: String
    ) -> Call<Data> {
      Call<Data>(
        getReceiptAttachmentByIDRow, ["receiptID": PathValue(id: receiptID), "attachmentID": PathValue(id: attachmentID)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("contentType", contentType)
    }

    static let getReceiptAttachmentByFileNameRow = endpoint(
      "getReceiptAttachmentByFileName", .get, "Receipts/{receiptID}/Attachments/{fileName}",
      Options {
        $0.headers["Accept"] = "application/octet-stream"
      },
      output: Data.self, summary: "Retrieves a specific attachment from a specific expense claim receipts by file name"
    )
    /// Retrieves a specific attachment from a specific expense claim receipts by file name
    ///
    /// - Parameters:
    ///   - receiptID: Unique identifier for a Receipt
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - contentType: The mime type of the attachment file you are retrieving i.e image/jpg, application/pdf
    public static func getReceiptAttachmentByFileName(
      receiptID: String, fileName: String, xeroTenantID: String, contentType: String
    ) -> Call<Data> {
      Call<Data>(
        getReceiptAttachmentByFileNameRow, ["receiptID": PathValue(id: receiptID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("contentType", contentType)
    }

    static let updateReceiptAttachmentByFileNameRow = endpoint(
      "updateReceiptAttachmentByFileName", .post, "Receipts/{receiptID}/Attachments/{fileName}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Body.self, output: Attachments.self,
      summary: "Updates a specific attachment on a specific expense claim receipts by file name"
    )
    /// Updates a specific attachment on a specific expense claim receipts by file name
    ///
    /// - Parameters:
    ///   - receiptID: Unique identifier for a Receipt
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Byte array of file in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateReceiptAttachmentByFileName(
      receiptID: String, fileName: String, xeroTenantID: String, body: Body, idempotencyKey: String? = nil
    ) -> Call<Attachments> {
      Call<Attachments>(
        updateReceiptAttachmentByFileNameRow, ["receiptID": PathValue(id: receiptID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body, contentType: "application/octet-stream")
    }

    static let createReceiptAttachmentByFileNameRow = endpoint(
      "createReceiptAttachmentByFileName", .put, "Receipts/{receiptID}/Attachments/{fileName}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Body.self, output: Attachments.self,
      summary: "Creates an attachment on a specific expense claim receipts by file name"
    )
    /// Creates an attachment on a specific expense claim receipts by file name
    ///
    /// - Parameters:
    ///   - receiptID: Unique identifier for a Receipt
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Byte array of file in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createReceiptAttachmentByFileName(
      receiptID: String, fileName: String, xeroTenantID: String, body: Body, idempotencyKey: String? = nil
    ) -> Call<Attachments> {
      Call<Attachments>(
        createReceiptAttachmentByFileNameRow, ["receiptID": PathValue(id: receiptID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body, contentType: "application/octet-stream")
    }

    static let getReceiptHistoryRow = endpoint(
      "getReceiptHistory", .get, "Receipts/{receiptID}/History", output: HistoryRecords.self,
      summary: "Retrieves a history record for a specific receipt"
    )
    /// Retrieves a history record for a specific receipt
    ///
    /// - Parameters:
    ///   - receiptID: Unique identifier for a Receipt
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getReceiptHistory(receiptID: String, xeroTenantID: String) -> Call<HistoryRecords> {
      Call<HistoryRecords>(getReceiptHistoryRow, ["receiptID": PathValue(id: receiptID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let createReceiptHistoryRow = endpoint(
      "createReceiptHistory", .put, "Receipts/{receiptID}/History",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: HistoryRecords.self, output: HistoryRecords.self, summary: "Creates a history record for a specific receipt"
    )
    /// Creates a history record for a specific receipt
    ///
    /// - Parameters:
    ///   - receiptID: Unique identifier for a Receipt
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: HistoryRecords containing an array of HistoryRecord objects in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createReceiptHistory(
      receiptID: String, xeroTenantID: String, body: HistoryRecords, idempotencyKey: String? = nil
    ) -> Call<HistoryRecords> {
      Call<HistoryRecords>(createReceiptHistoryRow, ["receiptID": PathValue(id: receiptID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getRepeatingInvoicesRow = endpoint(
      "getRepeatingInvoices", .get, "RepeatingInvoices{?where,order}", output: RepeatingInvoices.self,
      summary: "Retrieves repeating invoices"
    )
    /// Retrieves repeating invoices
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - where: Filter by an any element
    ///   - order: Order by an any element
    public static func getRepeatingInvoices(
      xeroTenantID: String, `where`: String? = nil, order: String? = nil
    ) -> Call<RepeatingInvoices> {
      Call<RepeatingInvoices>(getRepeatingInvoicesRow, ["where": PathValue(id: `where`), "order": PathValue(id: order)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let createRepeatingInvoicesRow = endpoint(
      "createRepeatingInvoices", .put, "RepeatingInvoices{?summarizeErrors}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: RepeatingInvoices.self, output: RepeatingInvoices.self,
      summary: "Creates one or more repeating invoice templates"
    )
    /// Creates one or more repeating invoice templates
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: RepeatingInvoices with an array of repeating invoice objects in body of request
    ///   - summarizeErrors: If false return 200 OK and mix of successfully created objects and any with validation errors
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createRepeatingInvoices(
      xeroTenantID: String, body: RepeatingInvoices, summarizeErrors: Bool? = nil, idempotencyKey: String? = nil
    ) -> Call<RepeatingInvoices> {
      Call<RepeatingInvoices>(createRepeatingInvoicesRow, ["summarizeErrors": PathValue(id: summarizeErrors)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let updateOrCreateRepeatingInvoicesRow = endpoint(
      "updateOrCreateRepeatingInvoices", .post, "RepeatingInvoices{?summarizeErrors}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: RepeatingInvoices.self, output: RepeatingInvoices.self,
      summary: "Creates or deletes one or more repeating invoice templates"
    )
    /// Creates or deletes one or more repeating invoice templates
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: RepeatingInvoices with an array of repeating invoice objects in body of request
    ///   - summarizeErrors: If false return 200 OK and mix of successfully created objects and any with validation errors
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateOrCreateRepeatingInvoices(
      xeroTenantID: String, body: RepeatingInvoices, summarizeErrors: Bool? = nil, idempotencyKey: String? = nil
    ) -> Call<RepeatingInvoices> {
      Call<RepeatingInvoices>(updateOrCreateRepeatingInvoicesRow, ["summarizeErrors": PathValue(id: summarizeErrors)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getRepeatingInvoiceRow = endpoint(
      "getRepeatingInvoice", .get, "RepeatingInvoices/{repeatingInvoiceID}", output: RepeatingInvoices.self,
      summary: "Retrieves a specific repeating invoice by using a unique repeating invoice Id"
    )
    /// Retrieves a specific repeating invoice by using a unique repeating invoice Id
    ///
    /// - Parameters:
    ///   - repeatingInvoiceID: Unique identifier for a Repeating Invoice
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getRepeatingInvoice(repeatingInvoiceID: String, xeroTenantID: String) -> Call<RepeatingInvoices> {
      Call<RepeatingInvoices>(getRepeatingInvoiceRow, ["repeatingInvoiceID": PathValue(id: repeatingInvoiceID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let updateRepeatingInvoiceRow = endpoint(
      "updateRepeatingInvoice", .post, "RepeatingInvoices/{repeatingInvoiceID}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: RepeatingInvoices.self, output: RepeatingInvoices.self, summary: "Deletes a specific repeating invoice template"
    )
    /// Deletes a specific repeating invoice template
    ///
    /// - Parameters:
    ///   - repeatingInvoiceID: Unique identifier for a Repeating Invoice
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateRepeatingInvoice(
      repeatingInvoiceID: String, xeroTenantID: String, body: RepeatingInvoices, idempotencyKey: String? = nil
    ) -> Call<RepeatingInvoices> {
      Call<RepeatingInvoices>(updateRepeatingInvoiceRow, ["repeatingInvoiceID": PathValue(id: repeatingInvoiceID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getRepeatingInvoiceAttachmentsRow = endpoint(
      "getRepeatingInvoiceAttachments", .get, "RepeatingInvoices/{repeatingInvoiceID}/Attachments", output: Attachments.self,
      summary: "Retrieves attachments from a specific repeating invoice"
    )
    /// Retrieves attachments from a specific repeating invoice
    ///
    /// - Parameters:
    ///   - repeatingInvoiceID: Unique identifier for a Repeating Invoice
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getRepeatingInvoiceAttachments(repeatingInvoiceID: String, xeroTenantID: String) -> Call<Attachments> {
      Call<Attachments>(getRepeatingInvoiceAttachmentsRow, ["repeatingInvoiceID": PathValue(id: repeatingInvoiceID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let getRepeatingInvoiceAttachmentByIDRow = endpoint(
      "getRepeatingInvoiceAttachmentByID", .get, "RepeatingInvoices/{repeatingInvoiceID}/Attachments/{attachmentID}",
      Options {
        $0.headers["Accept"] = "application/octet-stream"
      },
      output: Data.self, summary: "Retrieves a specific attachment from a specific repeating invoice"
    )
    /// Retrieves a specific attachment from a specific repeating invoice
    ///
    /// - Parameters:
    ///   - repeatingInvoiceID: Unique identifier for a Repeating Invoice
    ///   - attachmentID: Unique identifier for Attachment object
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - contentType: The mime type of the attachment file you are retrieving i.e image/jpg, application/pdf
    public static func getRepeatingInvoiceAttachmentByID(
      repeatingInvoiceID: String, attachmentID: String, xeroTenantID: String, contentType: String
    ) -> Call<Data> {
      Call<Data>(
        getRepeatingInvoiceAttachmentByIDRow,
        ["repeatingInvoiceID": PathValue(id: repeatingInvoiceID), "attachmentID": PathValue(id: attachmentID)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("contentType", contentType)
    }

    static let getRepeatingInvoiceAttachmentByFileNameRow = endpoint(
      "getRepeatingInvoiceAttachmentByFileName", .get, "RepeatingInvoices/{repeatingInvoiceID}/Attachments/{fileName}",
      Options {
        $0.headers["Accept"] = "application/octet-stream"
      },
      output: Data.self, summary: "Retrieves a specific attachment from a specific repeating invoices by file name"
    )
    /// Retrieves a specific attachment from a specific repeating invoices by file name
    ///
    /// - Parameters:
    ///   - repeatingInvoiceID: Unique identifier for a Repeating Invoice
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - contentType: The mime type of the attachment file you are retrieving i.e image/jpg, application/pdf
    public static func getRepeatingInvoiceAttachmentByFileName(
      repeatingInvoiceID: String, fileName: String, xeroTenantID: String, contentType: String
    ) -> Call<Data> {
      Call<Data>(
        getRepeatingInvoiceAttachmentByFileNameRow,
        ["repeatingInvoiceID": PathValue(id: repeatingInvoiceID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("contentType", contentType)
    }

    static let updateRepeatingInvoiceAttachmentByFileNameRow = endpoint(
      "updateRepeatingInvoiceAttachmentByFileName", .post, "RepeatingInvoices/{repeatingInvoiceID}/Attachments/{fileName}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Body.self, output: Attachments.self,
      summary: "Updates a specific attachment from a specific repeating invoices by file name"
    )
    /// Updates a specific attachment from a specific repeating invoices by file name
    ///
    /// - Parameters:
    ///   - repeatingInvoiceID: Unique identifier for a Repeating Invoice
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Byte array of file in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateRepeatingInvoiceAttachmentByFileName(
      repeatingInvoiceID: String, fileName: String, xeroTenantID: String, body: Body, idempotencyKey: String? = nil
    ) -> Call<Attachments> {
      Call<Attachments>(
        updateRepeatingInvoiceAttachmentByFileNameRow,
        ["repeatingInvoiceID": PathValue(id: repeatingInvoiceID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body, contentType: "application/octet-stream")
    }

    static let createRepeatingInvoiceAttachmentByFileNameRow = endpoint(
      "createRepeatingInvoiceAttachmentByFileName", .put, "RepeatingInvoices/{repeatingInvoiceID}/Attachments/{fileName}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: Body.self, output: Attachments.self,
      summary: "Creates an attachment from a specific repeating invoices by file name"
    )
    /// Creates an attachment from a specific repeating invoices by file name
    ///
    /// - Parameters:
    ///   - repeatingInvoiceID: Unique identifier for a Repeating Invoice
    ///   - fileName: Name of the attachment
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Byte array of file in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createRepeatingInvoiceAttachmentByFileName(
      repeatingInvoiceID: String, fileName: String, xeroTenantID: String, body: Body, idempotencyKey: String? = nil
    ) -> Call<Attachments> {
      Call<Attachments>(
        createRepeatingInvoiceAttachmentByFileNameRow,
        ["repeatingInvoiceID": PathValue(id: repeatingInvoiceID), "fileName": PathValue(id: fileName)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body, contentType: "application/octet-stream")
    }

    static let getRepeatingInvoiceHistoryRow = endpoint(
      "getRepeatingInvoiceHistory", .get, "RepeatingInvoices/{repeatingInvoiceID}/History", output: HistoryRecords.self,
      summary: "Retrieves history record for a specific repeating invoice"
    )
    /// Retrieves history record for a specific repeating invoice
    ///
    /// - Parameters:
    ///   - repeatingInvoiceID: Unique identifier for a Repeating Invoice
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getRepeatingInvoiceHistory(repeatingInvoiceID: String, xeroTenantID: String) -> Call<HistoryRecords> {
      Call<HistoryRecords>(getRepeatingInvoiceHistoryRow, ["repeatingInvoiceID": PathValue(id: repeatingInvoiceID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let createRepeatingInvoiceHistoryRow = endpoint(
      "createRepeatingInvoiceHistory", .put, "RepeatingInvoices/{repeatingInvoiceID}/History",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: HistoryRecords.self, output: HistoryRecords.self,
      summary: "Creates a history record for a specific repeating invoice"
    )
    /// Creates a  history record for a specific repeating invoice
    ///
    /// - Parameters:
    ///   - repeatingInvoiceID: Unique identifier for a Repeating Invoice
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: HistoryRecords containing an array of HistoryRecord objects in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createRepeatingInvoiceHistory(
      repeatingInvoiceID: String, xeroTenantID: String, body: HistoryRecords, idempotencyKey: String? = nil
    ) -> Call<HistoryRecords> {
      Call<HistoryRecords>(createRepeatingInvoiceHistoryRow, ["repeatingInvoiceID": PathValue(id: repeatingInvoiceID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getReportTenNinetyNineRow = endpoint(
      "getReportTenNinetyNine", .get, "Reports/TenNinetyNine{?reportYear}", output: Reports.self,
      summary: "Retrieve reports for 1099"
    )
    /// Retrieve reports for 1099
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - reportYear: The year of the 1099 report
    public static func getReportTenNinetyNine(xeroTenantID: String, reportYear: String? = nil) -> Call<Reports> {
      Call<Reports>(getReportTenNinetyNineRow, ["reportYear": PathValue(id: reportYear)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let getReportAgedPayablesByContactRow = endpoint(
      "getReportAgedPayablesByContact", .get, "Reports/AgedPayablesByContact{?contactId,date,fromDate,toDate}",
      output: ReportWithRows.self, summary: "Retrieves report for aged payables by contact"
    )
    /// Retrieves report for aged payables by contact
    ///
    /// - Parameters:
    ///   - contactID: Unique identifier for a Contact
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - date: The date of the Aged Payables By Contact report
    ///   - fromDate: filter by the from date of the report e.g. 2021-02-01
    ///   - toDate: filter by the to date of the report e.g. 2021-02-28
    public static func getReportAgedPayablesByContact(
      contactID: String, xeroTenantID: String, date: CalendarDate? = nil, fromDate: CalendarDate? = nil,
      toDate: CalendarDate? = nil
    ) -> Call<ReportWithRows> {
      Call<ReportWithRows>(
        getReportAgedPayablesByContactRow,
        [
          "contactId": PathValue(id: contactID), "date": PathValue(id: date), "fromDate": PathValue(id: fromDate),
          "toDate": PathValue(id: toDate),
        ]
      )
      .header("xero-tenant-id", xeroTenantID)
    }

    static let getReportAgedReceivablesByContactRow = endpoint(
      "getReportAgedReceivablesByContact", .get, "Reports/AgedReceivablesByContact{?contactId,date,fromDate,toDate}",
      output: ReportWithRows.self, summary: "Retrieves report for aged receivables by contact"
    )
    /// Retrieves report for aged receivables by contact
    ///
    /// - Parameters:
    ///   - contactID: Unique identifier for a Contact
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - date: The date of the Aged Receivables By Contact report
    ///   - fromDate: filter by the from date of the report e.g. 2021-02-01
    ///   - toDate: filter by the to date of the report e.g. 2021-02-28
    public static func getReportAgedReceivablesByContact(
      contactID: String, xeroTenantID: String, date: CalendarDate? = nil, fromDate: CalendarDate? = nil,
      toDate: CalendarDate? = nil
    ) -> Call<ReportWithRows> {
      Call<ReportWithRows>(
        getReportAgedReceivablesByContactRow,
        [
          "contactId": PathValue(id: contactID), "date": PathValue(id: date), "fromDate": PathValue(id: fromDate),
          "toDate": PathValue(id: toDate),
        ]
      )
      .header("xero-tenant-id", xeroTenantID)
    }

    static let getReportBalanceSheetRow = endpoint(
      "getReportBalanceSheet", .get,
      "Reports/BalanceSheet{?date,periods,timeframe,trackingOptionID1,trackingOptionID2,standardLayout,paymentsOnly}",
      output: ReportWithRows.self, summary: "Retrieves report for balancesheet"
    )
    /// Retrieves report for balancesheet
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - date: The date of the Balance Sheet report
    ///   - periods: The number of periods for the Balance Sheet report
    ///   - timeframe: The period size to compare to (MONTH, QUARTER, YEAR)
    ///   - trackingOptionId1: The tracking option 1 for the Balance Sheet report
    ///   - trackingOptionId2: The tracking option 2 for the Balance Sheet report
    ///   - standardLayout: The standard layout boolean for the Balance Sheet report
    ///   - paymentsOnly: return a cash basis for the Balance Sheet report
    public static func getReportBalanceSheet(
      xeroTenantID: String, date: CalendarDate? = nil, periods: Int? = nil, timeframe: GetReportBalanceSheetTimeframe? = nil,
      trackingOptionId1: String? = nil, trackingOptionId2: String? = nil, standardLayout: Bool? = nil,
      paymentsOnly: Bool? = nil
    ) -> Call<ReportWithRows> {
      Call<ReportWithRows>(
        getReportBalanceSheetRow,
        [
          "date": PathValue(id: date), "periods": PathValue(id: periods), "timeframe": PathValue(id: timeframe),
          "trackingOptionID1": PathValue(id: trackingOptionId1), "trackingOptionID2": PathValue(id: trackingOptionId2),
          "standardLayout": PathValue(id: standardLayout), "paymentsOnly": PathValue(id: paymentsOnly),
        ]
      )
      .header("xero-tenant-id", xeroTenantID)
    }

    static let getReportBankSummaryRow = endpoint(
      "getReportBankSummary", .get, "Reports/BankSummary{?fromDate,toDate}", output: ReportWithRows.self,
      summary: "Retrieves report for bank summary"
    )
    /// Retrieves report for bank summary
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - fromDate: filter by the from date of the report e.g. 2021-02-01
    ///   - toDate: filter by the to date of the report e.g. 2021-02-28
    public static func getReportBankSummary(
      xeroTenantID: String, fromDate: CalendarDate? = nil, toDate: CalendarDate? = nil
    ) -> Call<ReportWithRows> {
      Call<ReportWithRows>(getReportBankSummaryRow, ["fromDate": PathValue(id: fromDate), "toDate": PathValue(id: toDate)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let getReportFromIDRow = endpoint(
      "getReportFromID", .get, "Reports/{reportID}", output: ReportWithRows.self,
      summary: "Retrieves a specific report using a unique ReportID"
    )
    /// Retrieves a specific report using a unique ReportID
    ///
    /// - Parameters:
    ///   - reportID: Unique identifier for a Report
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getReportFromID(reportID: String, xeroTenantID: String) -> Call<ReportWithRows> {
      Call<ReportWithRows>(getReportFromIDRow, ["reportID": PathValue(id: reportID)]).header("xero-tenant-id", xeroTenantID)
    }

    static let getReportBudgetSummaryRow = endpoint(
      "getReportBudgetSummary", .get, "Reports/BudgetSummary{?date,periods,timeframe}", output: ReportWithRows.self,
      summary: "Retrieves report for budget summary"
    )
    /// Retrieves report for budget summary
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - date: The date for the Bank Summary report e.g. 2018-03-31
    ///   - periods: The number of periods to compare (integer between 1 and 12)
    ///   - timeframe: The period size to compare to (1=month, 3=quarter, 12=year)
    public static func getReportBudgetSummary(
      xeroTenantID: String, date: CalendarDate? = nil, periods: Int? = nil, timeframe: Int? = nil
    ) -> Call<ReportWithRows> {
      Call<ReportWithRows>(
        getReportBudgetSummaryRow,
        ["date": PathValue(id: date), "periods": PathValue(id: periods), "timeframe": PathValue(id: timeframe)]
      )
      .header("xero-tenant-id", xeroTenantID)
    }

    static let getReportExecutiveSummaryRow = endpoint(
      "getReportExecutiveSummary", .get, "Reports/ExecutiveSummary{?date}", output: ReportWithRows.self,
      summary: "Retrieves report for executive summary"
    )
    /// Retrieves report for executive summary
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - date: The date for the Bank Summary report e.g. 2018-03-31
    public static func getReportExecutiveSummary(xeroTenantID: String, date: CalendarDate? = nil) -> Call<ReportWithRows> {
      Call<ReportWithRows>(getReportExecutiveSummaryRow, ["date": PathValue(id: date)]).header("xero-tenant-id", xeroTenantID)
    }

    static let getReportsListRow = endpoint(
      "getReportsList", .get, "Reports", output: ReportWithRows.self,
      summary: "Retrieves a list of the organistaions unique reports that require a uuid to fetch"
    )
    /// Retrieves a list of the organistaions unique reports that require a uuid to fetch
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getReportsList(xeroTenantID: String) -> Call<ReportWithRows> {
      Call<ReportWithRows>(getReportsListRow).header("xero-tenant-id", xeroTenantID)
    }

    static let getReportProfitAndLossRow = endpoint(
      "getReportProfitAndLoss", .get,
      "Reports/ProfitAndLoss{?fromDate,toDate,periods,timeframe,trackingCategoryID,trackingCategoryID2,trackingOptionID,trackingOptionID2,standardLayout,paymentsOnly}",
      output: ReportWithRows.self, summary: "Retrieves report for profit and loss"
    )
    /// Retrieves report for profit and loss
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - fromDate: filter by the from date of the report e.g. 2021-02-01
    ///   - toDate: filter by the to date of the report e.g. 2021-02-28
    ///   - periods: The number of periods to compare (integer between 1 and 12)
    ///   - timeframe: The period size to compare to (MONTH, QUARTER, YEAR)
    ///   - trackingCategoryID: The trackingCategory 1 for the ProfitAndLoss report
    ///   - trackingCategoryId2: The trackingCategory 2 for the ProfitAndLoss report
    ///   - trackingOptionID: The tracking option 1 for the ProfitAndLoss report
    ///   - trackingOptionId2: The tracking option 2 for the ProfitAndLoss report
    ///   - standardLayout: Return the standard layout for the ProfitAndLoss report
    ///   - paymentsOnly: Return cash only basis for the ProfitAndLoss report
    public static func getReportProfitAndLoss(
      xeroTenantID: String, fromDate: CalendarDate? = nil, toDate: CalendarDate? = nil, periods: Int? = nil,
      timeframe: GetReportProfitAndLossTimeframe? = nil, trackingCategoryID: String? = nil,
      trackingCategoryId2: String? = nil, trackingOptionID: String? = nil, trackingOptionId2: String? = nil,
      standardLayout: Bool? = nil, paymentsOnly: Bool? = nil
    ) -> Call<ReportWithRows> {
      Call<ReportWithRows>(
        getReportProfitAndLossRow,
        [
          "fromDate": PathValue(id: fromDate), "toDate": PathValue(id: toDate), "periods": PathValue(id: periods),
          "timeframe": PathValue(id: timeframe), "trackingCategoryID": PathValue(id: trackingCategoryID),
          "trackingCategoryID2": PathValue(id: trackingCategoryId2), "trackingOptionID": PathValue(id: trackingOptionID),
          "trackingOptionID2": PathValue(id: trackingOptionId2), "standardLayout": PathValue(id: standardLayout),
          "paymentsOnly": PathValue(id: paymentsOnly),
        ]
      )
      .header("xero-tenant-id", xeroTenantID)
    }

    static let getReportTrialBalanceRow = endpoint(
      "getReportTrialBalance", .get, "Reports/TrialBalance{?date,paymentsOnly}", output: ReportWithRows.self,
      summary: "Retrieves report for trial balance"
    )
    /// Retrieves report for trial balance
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - date: The date for the Trial Balance report e.g. 2018-03-31
    ///   - paymentsOnly: Return cash only basis for the Trial Balance report
    public static func getReportTrialBalance(
      xeroTenantID: String, date: CalendarDate? = nil, paymentsOnly: Bool? = nil
    ) -> Call<ReportWithRows> {
      Call<ReportWithRows>(
        getReportTrialBalanceRow, ["date": PathValue(id: date), "paymentsOnly": PathValue(id: paymentsOnly)]
      )
      .header("xero-tenant-id", xeroTenantID)
    }

    static let postSetupRow = endpoint(
      "postSetup", .post, "Setup", input: Setup.self, output: ImportSummaryObject.self,
      summary: "Sets the chart of accounts, the conversion date and conversion balances"
    )
    /// Sets the chart of accounts, the conversion date and conversion balances
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: Object including an accounts array, a conversion balances array and a conversion date object in body
    ///     of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func postSetup(
      xeroTenantID: String, body: Setup, idempotencyKey: String? = nil
    ) -> Call<ImportSummaryObject> {
      Call<ImportSummaryObject>(postSetupRow)
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getTaxRatesRow = endpoint(
      "getTaxRates", .get, "TaxRates{?where,order}", output: TaxRates.self, summary: "Retrieves tax rates"
    )
    /// Retrieves tax rates
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - where: Filter by an any element
    ///   - order: Order by an any element
    public static func getTaxRates(xeroTenantID: String, `where`: String? = nil, order: String? = nil) -> Call<TaxRates> {
      Call<TaxRates>(getTaxRatesRow, ["where": PathValue(id: `where`), "order": PathValue(id: order)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let createTaxRatesRow = endpoint(
      "createTaxRates", .put, "TaxRates",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: TaxRates.self, output: TaxRates.self, summary: "Creates one or more tax rates"
    )
    /// Creates one or more tax rates
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: TaxRates array with TaxRate object in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createTaxRates(xeroTenantID: String, body: TaxRates, idempotencyKey: String? = nil) -> Call<TaxRates> {
      Call<TaxRates>(createTaxRatesRow)
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let updateTaxRateRow = endpoint(
      "updateTaxRate", .post, "TaxRates",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: TaxRates.self, output: TaxRates.self, summary: "Updates tax rates"
    )
    /// Updates tax rates
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateTaxRate(xeroTenantID: String, body: TaxRates, idempotencyKey: String? = nil) -> Call<TaxRates> {
      Call<TaxRates>(updateTaxRateRow)
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getTaxRateByTaxTypeRow = endpoint(
      "getTaxRateByTaxType", .get, "TaxRates/{taxType}", output: TaxRates.self,
      summary: "Retrieves a specific tax rate according to given TaxType code"
    )
    /// Retrieves a specific tax rate according to given TaxType code
    ///
    /// - Parameters:
    ///   - taxType: A valid TaxType code
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getTaxRateByTaxType(taxType: String, xeroTenantID: String) -> Call<TaxRates> {
      Call<TaxRates>(getTaxRateByTaxTypeRow, ["taxType": PathValue(id: taxType)]).header("xero-tenant-id", xeroTenantID)
    }

    static let getTrackingCategoriesRow = endpoint(
      "getTrackingCategories", .get, "TrackingCategories{?where,order,includeArchived}", output: TrackingCategories.self,
      summary: "Retrieves tracking categories and options"
    )
    /// Retrieves tracking categories and options
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - where: Filter by an any element
    ///   - order: Order by an any element
    ///   - includeArchived: e.g. includeArchived=true - Categories and options with a status of ARCHIVED will be included in the
    ///     response
    public static func getTrackingCategories(
      xeroTenantID: String, `where`: String? = nil, order: String? = nil, includeArchived: Bool? = nil
    ) -> Call<TrackingCategories> {
      Call<TrackingCategories>(
        getTrackingCategoriesRow,
        ["where": PathValue(id: `where`), "order": PathValue(id: order), "includeArchived": PathValue(id: includeArchived)]
      )
      .header("xero-tenant-id", xeroTenantID)
    }

    static let createTrackingCategoryRow = endpoint(
      "createTrackingCategory", .put, "TrackingCategories",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: TrackingCategory.self, output: TrackingCategories.self, summary: "Create tracking categories"
    )
    /// Create tracking categories
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: TrackingCategory object in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createTrackingCategory(
      xeroTenantID: String, body: TrackingCategory, idempotencyKey: String? = nil
    ) -> Call<TrackingCategories> {
      Call<TrackingCategories>(createTrackingCategoryRow)
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let getTrackingCategoryRow = endpoint(
      "getTrackingCategory", .get, "TrackingCategories/{trackingCategoryID}", output: TrackingCategories.self,
      summary: "Retrieves specific tracking categories and options using a unique tracking category Id"
    )
    /// Retrieves specific tracking categories and options using a unique tracking category Id
    ///
    /// - Parameters:
    ///   - trackingCategoryID: Unique identifier for a TrackingCategory
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getTrackingCategory(trackingCategoryID: String, xeroTenantID: String) -> Call<TrackingCategories> {
      Call<TrackingCategories>(getTrackingCategoryRow, ["trackingCategoryID": PathValue(id: trackingCategoryID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let updateTrackingCategoryRow = endpoint(
      "updateTrackingCategory", .post, "TrackingCategories/{trackingCategoryID}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: TrackingCategory.self, output: TrackingCategories.self, summary: "Updates a specific tracking category"
    )
    /// Updates a specific tracking category
    ///
    /// - Parameters:
    ///   - trackingCategoryID: Unique identifier for a TrackingCategory
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateTrackingCategory(
      trackingCategoryID: String, xeroTenantID: String, body: TrackingCategory, idempotencyKey: String? = nil
    ) -> Call<TrackingCategories> {
      Call<TrackingCategories>(updateTrackingCategoryRow, ["trackingCategoryID": PathValue(id: trackingCategoryID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let deleteTrackingCategoryRow = endpoint(
      "deleteTrackingCategory", .delete, "TrackingCategories/{trackingCategoryID}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      output: TrackingCategories.self, summary: "Deletes a specific tracking category"
    )
    /// Deletes a specific tracking category
    ///
    /// - Parameters:
    ///   - trackingCategoryID: Unique identifier for a TrackingCategory
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func deleteTrackingCategory(trackingCategoryID: String, xeroTenantID: String) -> Call<TrackingCategories> {
      Call<TrackingCategories>(deleteTrackingCategoryRow, ["trackingCategoryID": PathValue(id: trackingCategoryID)])
        .header("xero-tenant-id", xeroTenantID)
    }

    static let createTrackingOptionsRow = endpoint(
      "createTrackingOptions", .put, "TrackingCategories/{trackingCategoryID}/Options",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: TrackingOption.self, output: TrackingOptions.self, summary: "Creates options for a specific tracking category"
    )
    /// Creates options for a specific tracking category
    ///
    /// - Parameters:
    ///   - trackingCategoryID: Unique identifier for a TrackingCategory
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - body: TrackingOption object in body of request
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func createTrackingOptions(
      trackingCategoryID: String, xeroTenantID: String, body: TrackingOption, idempotencyKey: String? = nil
    ) -> Call<TrackingOptions> {
      Call<TrackingOptions>(createTrackingOptionsRow, ["trackingCategoryID": PathValue(id: trackingCategoryID)])
        .header("xero-tenant-id", xeroTenantID)
        .header("Idempotency-Key", ifPresent: idempotencyKey)
        .body(body)
    }

    static let updateTrackingOptionsRow = endpoint(
      "updateTrackingOptions", .post, "TrackingCategories/{trackingCategoryID}/Options/{trackingOptionID}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      input: TrackingOption.self, output: TrackingOptions.self,
      summary: "Updates a specific option for a specific tracking category"
    )
    /// Updates a specific option for a specific tracking category
    ///
    /// - Parameters:
    ///   - trackingCategoryID: Unique identifier for a TrackingCategory
    ///   - trackingOptionID: Unique identifier for a Tracking Option
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - idempotencyKey: This allows you to safely retry requests without the risk of duplicate processing. 128 character
    ///     max.
    public static func updateTrackingOptions(
      trackingCategoryID: String, trackingOptionID: String, xeroTenantID: String, body: TrackingOption,
      idempotencyKey: String? = nil
    ) -> Call<TrackingOptions> {
      Call<TrackingOptions>(
        updateTrackingOptionsRow,
        ["trackingCategoryID": PathValue(id: trackingCategoryID), "trackingOptionID": PathValue(id: trackingOptionID)]
      )
      .header("xero-tenant-id", xeroTenantID)
      .header("Idempotency-Key", ifPresent: idempotencyKey)
      .body(body)
    }

    static let deleteTrackingOptionsRow = endpoint(
      "deleteTrackingOptions", .delete, "TrackingCategories/{trackingCategoryID}/Options/{trackingOptionID}",
      Options {
        $0.errors.add(ErrorModel.self, for: 400)
      },
      output: TrackingOptions.self, summary: "Deletes a specific option for a specific tracking category"
    )
    /// Deletes a specific option for a specific tracking category
    ///
    /// - Parameters:
    ///   - trackingCategoryID: Unique identifier for a TrackingCategory
    ///   - trackingOptionID: Unique identifier for a Tracking Option
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func deleteTrackingOptions(
      trackingCategoryID: String, trackingOptionID: String, xeroTenantID: String
    ) -> Call<TrackingOptions> {
      Call<TrackingOptions>(
        deleteTrackingOptionsRow,
        ["trackingCategoryID": PathValue(id: trackingCategoryID), "trackingOptionID": PathValue(id: trackingOptionID)]
      )
      .header("xero-tenant-id", xeroTenantID)
    }

    static let getUsersRow = endpoint("getUsers", .get, "Users{?where,order}", output: Users.self, summary: "Retrieves users")
    /// Retrieves users
    ///
    /// - Parameters:
    ///   - xeroTenantID: Xero identifier for Tenant
    ///   - ifModifiedSince: Only records created or modified since this timestamp will be returned
    ///   - where: Filter by an any element
    ///   - order: Order by an any element
    public static func getUsers(
      xeroTenantID: String, ifModifiedSince: Date? = nil, `where`: String? = nil, order: String? = nil
    ) -> Call<Users> {
      Call<Users>(getUsersRow, ["where": PathValue(id: `where`), "order": PathValue(id: order)])
        .header("xero-tenant-id", xeroTenantID)
        .header("If-Modified-Since", ifPresent: ifModifiedSince?.ISO8601Format())
    }

    static let getUserRow = endpoint(
      "getUser", .get, "Users/{userID}", output: Users.self, summary: "Retrieves a specific user"
    )
    /// Retrieves a specific user
    ///
    /// - Parameters:
    ///   - userID: Unique identifier for a User
    ///   - xeroTenantID: Xero identifier for Tenant
    public static func getUser(userID: String, xeroTenantID: String) -> Call<Users> {
      Call<Users>(getUserRow, ["userID": PathValue(id: userID)]).header("xero-tenant-id", xeroTenantID)
    }
  }
}
